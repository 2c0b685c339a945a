#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/constrained_minimum.hpp"

namespace ricochet {

/// Parameters of the Newmark family: beta 0 or in [1e-6, 1/2], gamma in [0, 1]; second order for
/// gamma 1/2.
struct NewmarkParameters {
  double beta = 0.25;
  double gamma = 0.5;
};

/// Newmark's family with the constraint force substituted directly, in momenta p = M v. A baseline.
///
/// newmark, [KP12] (B.8)-(B.9): with R = G lambda + F nu at either end of the step,
///
///   M q1 = M q0 + h p0 - h^2/2 [(1-2 beta) (gradV0 - R0/h) + 2 beta (gradV1 - R1/h)]
///   p1   = p0 - h [(1-gamma) (gradV0 - R0/h) + gamma (gradV1 - R1/h)]
///   0 <= lambda1 _|_ g(q1) >= 0,   f(q1) = 0
///
/// The multipliers lambda0, nu0 of the previous end point are read from the Step; they are 0 where
/// a Step has none. beta = 0 cannot enforce constraints and is refused for systems that have any.
/// While a contact lasts, an error of R0 becomes -(1-2 beta)/(2 beta) times itself in R1: for beta
/// < 1/4 it grows from step to step.
///
/// imex-newmark, (B.10)-(B.11): the constraint force alone is fully implicit, h/2 R1 in positions
/// and R1 in momenta. No multiplier is taken from the step before.
class Newmark final : public Stepper {
 public:
  struct Options {
    NewmarkParameters newmark = {};
    bool imex = false;
    Backend backend = ipopt();
  };
  explicit Newmark(const System& system);
  Newmark(const System& system, Options options);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  Newmark(const Newmark&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;
  void carry(const Step& from);

  StepperInfo info_;
  double impulse_per_y_;  // times h: the impulse [N s] of a multiplier [kg m]
  Kernel momentum_;
  ConstrainedMinimum minimum_;
  Given q0_, p0_, h_, carried_lambda_, carried_nu_;
  Vector lambda0_, nu0_;
};

}  // namespace ricochet
