#pragma once

#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// The Jacobians of the rows of optimality_conditions(), as expressions.
struct RowDerivatives {
  explicit RowDerivatives(const StepProblem& conditions);
  Expr equalities, a, b;  ///< a: of the impulses as lengths
};

/// The rows of a step problem and their derivatives, as numbers at one point after another:
/// equalities, and per pair the impulse as a length a = W_ii a_i and the gap b.
///
/// All backends share it. Copies share what is compiled.
class StepRows {
 public:
  /// For the optimality_conditions() of any kind but scalar_root.
  explicit StepRows(const StepProblem& conditions)
      : StepRows(conditions, RowDerivatives(conditions)) {}
  StepRows(const StepProblem& conditions, const RowDerivatives& derivatives);

  void set_parameters(const Vector& parameters);
  [[nodiscard]] const Vector& parameters() const { return parameters_; }

  [[nodiscard]] const std::shared_ptr<const RowNames>& names() const { return names_; }

  /// Values at z: false if a row or a pair in force is not finite (then `culprit` says which).
  [[nodiscard]] bool evaluate(const Vector& z);
  /// The same at a point where the values do not stand, or hardly ever.
  [[nodiscard]] bool evaluate_elsewhere(const Vector& z);
  /// What is not finite, after a status not_finite.
  [[nodiscard]] std::string culprit() const;
  /// What the values miss where the search was given up: "the equations of 'position' are missed by
  /// 0.02 m".
  [[nodiscard]] std::string remainder() const;
  [[nodiscard]] double length() const { return length_; }  ///< of the problem
  [[nodiscard]] Index pairs() const { return a_.size(); }
  [[nodiscard]] const Vector& equalities() const { return equalities_; }
  /// False for rows that state the motion; a square system or a projection has no others.
  [[nodiscard]] bool constrains(Index row) const { return constrains_[row] != 0.0; }
  [[nodiscard]] const Vector& a() const { return a_; }
  [[nodiscard]] const Vector& b() const { return b_; }
  [[nodiscard]] bool on(Index i) const { return on_[i] != 0.0; }
  [[nodiscard]] const Vector& on() const { return on_; }

  /// Jacobians at z, row by row, and the natural sizes of the unknowns.
  void differentiate(const Vector& z);
  struct Jacobians {
    KernelMatrix equalities = {}, a = {}, b = {};
  };
  [[nodiscard]] const Jacobians& jacobians() const { return jacobians_; }
  [[nodiscard]] const Vector& scale() const { return scale_; }

 private:
  [[nodiscard]] bool all_finite() const;

  std::shared_ptr<const RowNames> names_;
  double length_;
  Vector constrains_;  // per equality: 1 if it is a constraint, 0 for the dynamics
  Kernel values_, derivatives_;
  Vector parameters_, equalities_, a_, b_, on_, scale_;
  Jacobians jacobians_;
  Vector at_;  // where the values stand, while known_
  bool known_ = false, finite_ = false;
};

}  // namespace ricochet
