#pragma once

#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/linear/square_solver.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>
#include <vector>

namespace ricochet {

using ActiveFlags = std::vector<unsigned char>;  ///< one per pair

/// What a descent looks for: a point where all rows are zero, or one that only satisfies the
/// constraints (equalities other than the dynamics = 0, gaps >= 0).
enum class Goal { solution, feasible_point };

/// A step problem in numbers: rows equalities = 0 and, per pair, b = 0 (active) or a = 0.
///
/// All backends share it. `settle` is Newton's method for a fixed active set and always starts at
/// the guess. So the answer depends, bit for bit, on guess, parameters and set alone, whichever
/// backend found the set.
class ActiveSet {
 public:
  /// For the optimality_conditions() of any kind but scalar_root.
  explicit ActiveSet(const StepProblem& conditions);

  [[nodiscard]] Index size() const { return z_.size(); }
  [[nodiscard]] Index pairs() const { return a_.size(); }
  void set_parameters(const Vector& parameters);

  /// The compiled row_values() and the names of the rows.
  [[nodiscard]] const Kernel& values() const { return values_; }
  [[nodiscard]] const std::shared_ptr<const RowNames>& names() const { return names_; }

  /// Values at z: false if a row or a pair in force is not finite (then `culprit` says which).
  [[nodiscard]] bool evaluate(const Vector& z);
  /// What is not finite, after a status not_finite.
  [[nodiscard]] std::string culprit() const;
  /// How far the values are from a solution where the search was given up: "the equations of
  /// 'position' are missed by 0.02 m".
  [[nodiscard]] std::string remainder() const;
  [[nodiscard]] const Vector& a() const { return a_; }  ///< impulses as lengths, W_ii a_i
  [[nodiscard]] const Vector& b() const { return b_; }  ///< gaps
  [[nodiscard]] bool on(Index i) const { return on_[i] != 0.0; }

  /// Newton for a fixed set from `guess`; z() holds the result.
  StepStatus settle(const Vector& guess, const ActiveFlags& active, SolverStatistics& statistics);
  [[nodiscard]] const Vector& z() const { return z_; }
  [[nodiscard]] double residual() const { return residual_; }
  [[nodiscard]] const Vector& start() const { return start_; }  ///< where settle() began
  /// Length of the first Newton step of the positions: the linear estimate of the branch test.
  [[nodiscard]] double first_step() const { return first_step_; }
  /// Length of a change of the positions, in their natural sizes.
  template <class Change>
  [[nodiscard]] double distance(const Change& dz) const {
    return dz.segment(positions_.offset, positions_.size)
        .cwiseQuotient(scale_.segment(positions_.offset, positions_.size))
        .norm();
  }

  /// Flips every pair whose sign is wrong at z(): active with a < 0, inactive with b < 0. With
  /// `only_first` only the pair of least index. Returns how many were flipped.
  int revise(ActiveFlags& active, bool only_first) const;

  // Rows Phi of a descent. For the solution: the equalities and, per pair, Fischer-Burmeister's
  // a + b - sqrt(a^2 + b^2). For a feasible point: the constraints' equalities and min(b, 0).
  [[nodiscard]] double merit(const Vector& z, Goal goal);  ///< 1/2 |Phi|^2; +infinity if not finite
  /// Levenberg-Marquardt direction; dense.
  void merit_step(const Vector& z, Goal goal, Vector& dz, double& slope);
  [[nodiscard]] double stationarity() const { return stationarity_; }  ///< |J^T Phi| / |Phi|
  [[nodiscard]] double length() const { return length_; }

 private:
  void evaluate_jacobians(const Vector& z);
  [[nodiscard]] bool factor(const ActiveFlags& active);
  [[nodiscard]] bool evaluate_after_step();
  void fill_solution_rows();
  void fill_feasibility_rows();

  std::shared_ptr<const RowNames> names_;
  Kernel values_, jacobians_;
  Slot positions_ = {};
  Index rows_ = 0;
  double length_ = 1.0, tolerance_ = 0.0;  // tolerance_: of signs
  Vector parameters_, start_, z_, best_, dz_, row_values_, equalities_, a_, b_, on_, scale_, none_;
  Vector constrains_;  // per row of equalities: 1 if it is a constraint, 0 for the dynamics
  Vector at_;          // the point of the values, while known_
  bool known_ = false, finite_ = false;
  KernelMatrix J_equalities_, J_a_, J_b_;
  Matrix J_;  // of a descent
  SquareSolver linear_;
  double residual_ = 0.0, first_step_ = 0.0, stationarity_ = 0.0;
};

}  // namespace ricochet
