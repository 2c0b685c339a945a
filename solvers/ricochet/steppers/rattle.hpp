#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

namespace ricochet {

/// Nonsmooth RATTLE [BCEL24], without friction: a baseline of the field. The first stage treats
/// contact on the level of positions, the second on the level of velocities, with Newton's impact
/// law:
///
///   p_half = p0 - h/2 gradV(q0) + G(q0) R1 + F(q0) nu,   q1 = q0 + h M^-1 p_half
///   0 <= R1 _|_ g(q1) >= 0,   f(q1) = 0
///   p1 = p_half - h/2 gradV(q1) + G(q1) R2 + F(q1) xi,   F(q1)^T v1 = 0
///   contacts closed in the first stage: 0 <= R1 + R2 _|_ G(q1)^T v1 + e G(q0)^T v0 >= 0
///   all others: R1 + R2 = 0
///
/// lambda is R1 and mu is R2, which may be negative. Without contacts the method is Verlet's rule,
/// with equalities RATTLE; both are symplectic. Takes restitution e in [0, 1].
class Rattle final : public Stepper {
 public:
  struct Options {
    Backend backend = ipopt();
  };
  explicit Rattle(const System& system);
  Rattle(const System& system, Options options);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  Rattle(const Rattle&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;
  void first_stage(const Step& from, double h, Step& to);
  void second_stage(const Step& from, double h, Step& to);

  struct VelocityCall : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), q1 = given("q1"), h = given("h");
    Given mask = given("mask"), R1 = given("R1"), theta = given("theta");
    Sought p1 = sought("p1"), P = sought("P"), xi = sought("xi");
  };

  StepperInfo info_;
  SmoothContact contact_;
  VelocityCall velocity_;
  Vector predicted_;
  Mask every_, near_, closed_;
};

}  // namespace ricochet
