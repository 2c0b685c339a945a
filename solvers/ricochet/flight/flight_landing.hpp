#pragma once

#include "ricochet/flight/launch.hpp"
#include "ricochet/step.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The momentum where a flight ends, made compatible with the equalities and with what is held; see
/// landing_problem().
class FlightLanding {
 public:
  FlightLanding(const System& s, const Backend& backend);

  void set_parameters(const System& s) { call_.set(call_.theta, s.parameter_values()); }
  /// p: D2 L_d + F+, and what becomes of it.
  StepReport land(const Launch& from, const FlightPoint& point, Vector& p, Multipliers& force);

 private:
  struct Call : StepCall {
    using StepCall::StepCall;
    Given D2Ld = given("D2Ld"), x = given("x"), h = given("h"), theta = given("theta");
    Given held = given("held"), pinned = given("pinned"), drag = given("drag");
    Sought p1 = sought("p1"), xi = sought("xi"), mu = sought("mu"), pi = sought("pi");
  };
  Call call_;
  Vector no_mask_, no_pins_;
};

}  // namespace ricochet
