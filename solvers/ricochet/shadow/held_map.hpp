#pragma once

#include "ricochet/step_call.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

namespace ricochet {

/// Steps of a variational rule, of either sign of h, that keep the equalities and some contacts
/// closed, whether these push or pull:
///
///   D1 L_d(q0, q1) + p0 + G_S(q0) lambda + F(q0) nu = 0,   g_S(q1) = 0,   f(q1) = 0
///   p1 = D2 L_d(q0, q1) + G_S(q1) mu + F(q1) xi,   G_S(q1)^T M^-1 p1 = 0,   F(q1)^T M^-1 p1 = 0
///
/// With nothing to keep they are free steps. It is the map of virtual steps.
class HeldMap {
 public:
  HeldMap(const System& s, const Discretization& d, const Backend& backend);

  void set_parameters(const System& s);
  /// The contacts S that the next steps keep closed: 1, else 0.
  void hold(const Mask& S) { held_ = S; }
  /// False if a step fails.
  [[nodiscard]] bool step(const Vector& q0, const Vector& p0, double h, Vector& q1, Vector& p1);

 private:
  struct Call : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), h = given("h"), mask = given("mask");
    Given theta = given("theta");
    Sought q1 = sought("q1");
  };
  SmoothContact contact_;
  bool equalities_;
  std::optional<Call> position_;  // where there is something to keep
  Mask held_;
  Multipliers force_;
};

}  // namespace ricochet
