#pragma once

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/constrained_minimum.hpp"

namespace ricochet {

/// Where a direct-substitution method evaluates the constraint forces.
enum class Enforced {
  endpoint,  ///< [KP12] (B.5)
  midpoint,  ///< [KP12] (B.4): g((q0 + q1)/2) >= 0, the end of a step may penetrate
};

/// Direct-substitution midpoint rule: the constraint force is one more force of the midpoint rule,
/// and each step is a minimisation, [KP12] (B.12)-(B.14), read with the mass matrix:
///
///   q1 = argmin { 1/2 |q - q0 - h M^-1 p0|_M^2 + h^2 V((q0 + q)/2) : g(w) >= 0, f(w) = 0 }
///   p1 = 2/h M (q1 - q0) - p0                                                     (B.15)
///
/// with w = q (endpoint) or w = (q0 + q)/2 (midpoint; the equalities hold there too). A baseline:
/// neither conserves energy through impacts ([KP12] Theorem B.1). The endpoint rule only loses it
/// in impacts and is not symplectic in lasting contact; the midpoint rule keeps quadratic
/// momentum maps.
class Direct final : public Stepper {
 public:
  struct Options {
    Enforced enforced = Enforced::endpoint;
    Backend backend = ipopt();
  };
  explicit Direct(const System& system);
  Direct(const System& system, Options options);

  using Stepper::advance;
  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override;

 private:
  Direct(const Direct&) = default;
  void accept(const System& changed) const override;
  void parameters_changed() override;
  void step(const Step& from, double h, Step& to) override;

  StepperInfo info_;
  double lambda_per_y_;  // times h: the impulse [N s] of a multiplier [kg m]
  Kernel momentum_;
  ConstrainedMinimum minimum_;
  Given q0_, p0_, h_;
};

}  // namespace ricochet
