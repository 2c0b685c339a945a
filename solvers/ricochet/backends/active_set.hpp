#pragma once

#include "ricochet/backends/dense_solver.hpp"
#include "ricochet/step_solver.hpp"

#include <vector>

namespace ricochet {

using ActiveFlags = std::vector<unsigned char>;  ///< one per pair

/// A step problem in numbers: rows equalities = 0 and, per pair, b = 0 (active) or a = 0.
///
/// It is the core that all backends share. `settle` is Newton's method for a fixed active set,
/// always started at the guess, so that the answer is a function of guess, parameters and set
/// alone, bit for bit, no matter which backend found the set.
class ActiveSet {
 public:
  /// Any kind but scalar_root; convex_qp and nlp by their optimality conditions.
  explicit ActiveSet(const StepProblem& problem);

  [[nodiscard]] Index size() const { return z_.size(); }
  [[nodiscard]] Index pairs() const { return a_.size(); }
  [[nodiscard]] Index primal() const { return primal_; }

  void set_parameters(const Vector& parameters) { parameters_ = parameters; }

  /// Values at z: false if a row or a pair in force is not finite (then `culprit` says which).
  [[nodiscard]] bool evaluate(const Vector& z);
  [[nodiscard]] std::string culprit() const;
  [[nodiscard]] const Vector& a() const { return a_; }  ///< impulses as lengths, W_ii a_i
  [[nodiscard]] const Vector& b() const { return b_; }  ///< gaps
  [[nodiscard]] bool on(Index i) const { return on_[i] != 0.0; }

  /// Newton for a fixed set from `guess`; z() holds the result.
  StepStatus settle(const Vector& guess, const ActiveFlags& active, SolverStatistics& statistics);
  [[nodiscard]] const Vector& z() const { return z_; }
  [[nodiscard]] double residual() const { return residual_; }
  /// Length of the first Newton step of the positions: the linear estimate of the branch test.
  [[nodiscard]] double first_step() const { return first_step_; }

  /// Flips every pair whose sign is wrong at z(): active with a < 0, inactive with b < 0. With
  /// `only_first` just the one of least index. Returns how many were flipped.
  int revise(ActiveFlags& active, bool only_first) const;

  // Fischer-Burmeister rows Phi = [equalities; a + b - sqrt(a^2 + b^2)] for globalization.
  [[nodiscard]] double merit(const Vector& z);  ///< 1/2 |Phi|^2; +infinity if not finite
  void merit_step(const Vector& z, Vector& dz, double& slope);  ///< Levenberg-Marquardt direction
  [[nodiscard]] double stationarity() const { return stationarity_; }  ///< |J^T Phi| / |Phi|

 private:
  void evaluate_jacobians(const Vector& z);
  void assemble(const ActiveFlags& active);

  Kernel values_, jacobians_, scales_;
  Index primal_ = 0, rows_ = 0;
  double length_ = 1.0, impulse_tolerance_, gap_tolerance_;
  Vector parameters_, z_, best_, dz_, row_values_, equalities_, a_, b_, on_, scale_;
  Matrix J_equalities_, J_a_, J_b_, J_;
  DenseSolver linear_;
  double residual_ = 0.0, first_step_ = 0.0, stationarity_ = 0.0;
};

}  // namespace ricochet
