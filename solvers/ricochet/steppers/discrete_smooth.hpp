#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/gradients.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

namespace ricochet {

/// Discrete-smooth integrator: contact is smooth, there is no impact in the step.
///
/// Given (q0, p0, h), find (q1, lambda, nu) and then (p1, mu, xi):
///
///   p0 + D1 L_d(q0, q1, h) + G(q0) lambda + F(q0) nu = 0      [KP12] (5.6)
///   0 <= lambda _|_ g(q1) >= 0,   f(q1) = 0                   [KP12] (5.7)
///   p1 = D2 L_d(q0, q1, h) + G(q1) mu + F(q1) xi              [KP12] (5.8)
///   G(q1)^T M^-1 p1 = 0,   F(q1)^T M^-1 p1 = 0                [KP12] (5.9)
///
/// Reading: (5.6)-(5.7) do not fit together as printed. A contact carries lambda only if it is
/// closed at q0 (|g_i| <= tol_g), the reading that [KP12] Theorem 5.1 covers; `gradients = all` is
/// the variant. In (5.8)-(5.9) G keeps those contacts that are still closed at q1. A contact that
/// is closed at q0 but approached is not smooth motion, nor is a gap that the step would violate:
/// the step fails with `not_smooth`. `all` without projection takes a contact that is closed but
/// approached.
///
/// Forces Q(q, v, t) add F- to D1 L_d and F+ to D2 L_d, see SmoothContact; the order of the rule
/// stays, symplecticity and momentum maps do not.
class DiscreteSmooth final : public Stepper {
 public:
  struct Options {
    Discretization discretization = midpoint();
    Backend backend = ipopt();
    Gradients gradients = Gradients::active;  ///< active, or all
    bool projection = true;                   ///< (5.8)-(5.9); without it p1 = D2 L_d
  };
  explicit DiscreteSmooth(const System& system);
  DiscreteSmooth(const System& system, Options options);

  /// Why it cannot take a system; empty if it can.
  [[nodiscard]] static std::string why_not(const System& s);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> step_equations() const override;

 private:
  DiscreteSmooth(const DiscreteSmooth&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;
  [[nodiscard]] std::string not_smooth_at_start(const Vector& q, const Vector& p);
  [[nodiscard]] std::string newly_violated(const Vector& q1, double h);
  void update_momentum(const Vector& q0, double h, Step& to);

  StepperInfo info_;
  Discretization discretization_;
  Gradients gradients_;
  bool projection_;
  SmoothContact contact_;
  Vector gaps0_, predicted_;
  Mask pushing_, held_, near_, weak_;  // per entry of g
};

}  // namespace ricochet
