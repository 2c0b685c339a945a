#pragma once

#include "ricochet/contact/cone_solver.hpp"
#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <Eigen/Cholesky>

#include <optional>

namespace ricochet {

/// One pass of a reflection: the impulses y >= 0 of the members of V and dp = N y, such that
/// E(q, p + dp) = E(q, p).
///
/// With restitutions e below 1, for E = H only, 0 <= y _|_ N^T M^-1 (p + dp) + e N^T M^-1 p >= 0:
/// a single contact leaves with e times the speed of its approach, and H changes by
/// 1/2 sum_j (1 - e_j) y_j n_j.v, which is never positive.
///
/// The pass is [KP12] (A.1) with A = d2E/dp2, for E = H with A = M^-1; see ConeSolver. An energy
/// that is not quadratic in p needs a nonlinear program, see general_pass_problem. If A is not
/// positive definite, or the impulse it gives is zero or leaves a member of V approaching, the pass
/// conserves H instead.
class PassSolver {
 public:
  PassSolver(const System& s, const Discretization& d, const Energy& energy,
             const Backend& backend);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }

  /// From p at q, with the normal speeds and the restitutions of the members of `contacts`.
  StepReport solve(const ContactOperator& contacts, const Vector& q, double h, const Vector& p,
                   const Vector& speeds, const Mask& V, const Vector& restitution);
  [[nodiscard]] const Vector& dp() const { return dp_; }
  [[nodiscard]] const Vector& impulses() const { return y_; }  ///< one per member, then zeros
  /// True if the last pass conserves H in place of the energy that it was asked to.
  [[nodiscard]] bool replaced() const { return replaced_; }

  /// True if some velocity opens all members of a set.
  [[nodiscard]] bool has_interior(const ContactOperator& contacts, const Mask& set);

 private:
  struct GeneralCall : StepCall {
    using StepCall::StepCall;
    Given q = given("q"), p = given("p"), h = given("h"), N = given("N"), mask = given("mask");
    Given target = given("target"), theta = given("theta");
    Sought y = sought("y");
  };
  StepReport kinetic(const ContactOperator& contacts, const Vector& speeds,
                     const Vector& restitution, const Mask& V);
  StepReport curved(const ContactOperator& contacts, const Vector& p, const Mask& V);
  StepReport general(const ContactOperator& contacts, const Vector& q, double h, const Vector& p,
                     const Vector& speeds, const Mask& V);
  StepReport take(const ContactOperator& contacts, StepReport report);
  [[nodiscard]] bool acceptable(const ContactOperator& contacts, const Vector& speeds,
                                const Mask& V);

  double speed_tolerance_;
  bool continuous_, quadratic_ = true, replaced_ = false;
  ConeSolver cone_;
  Kernel curvature_;
  std::optional<GeneralCall> general_;  // of an energy that is not quadratic in p
  Eigen::LLT<Matrix> cholesky_;
  Vector theta_, b_, y_, dp_, after_;
  Vector to_rest_;  // restitution 0, one per member
  Matrix A_, AN_, D_;
};

}  // namespace ricochet
