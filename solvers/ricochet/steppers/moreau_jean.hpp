#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

namespace ricochet {

/// Moreau-Jean time stepping with theta = 1/2 and Newton's impact law: a baseline of the field,
/// [AB08]. Everything happens on the level of velocities:
///
///   q1 = q0 + h/2 (v0 + v1),   v = M^-1 p
///   p1 = p0 - h/2 (gradV(q0) + gradV(q1)) + G lambda + F nu
///   0 <= lambda_i _|_ n_i.v1 + e_i n_i.v0 >= 0   for contacts with g_i(q0 + h/2 v0) <= 0
///   F^T v1 = 0
///
/// with G, F and the normals n_i at the forecast q0 + h/2 v0. Takes restitution e in [0, 1].
/// Penetration and the equalities drift: only velocities are constrained.
class MoreauJean final : public Stepper {
 public:
  struct Options {
    Backend backend = ipopt();
  };
  explicit MoreauJean(const System& system);
  MoreauJean(const System& system, Options options);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  MoreauJean(const MoreauJean&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;
  void predict(const Step& from, double h, Step& to);

  struct Call : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), h = given("h"), mask = given("mask");
    Given theta = given("theta");
    Sought q1 = sought("q1"), lambda = sought("lambda"), nu = sought("nu");
  };

  StepperInfo info_;
  Kernel forecast_, momentum_;
  Call step_;
  Vector gaps_;
  Mask on_;
};

}  // namespace ricochet
