#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The end of a step whose impulses act along the gradients where it ends:
///
///   p0 + D1 L_d(q0, q1, h) + F- + G(q1) lambda + F(q1) nu = 0
///   0 <= lambda _|_ g(q1) >= 0,   f(q1) = 0
///
/// With Verlet's rule and without forces that depend on the velocity, q1 is the admissible position
/// that is nearest to the free one, in the metric of the masses. There always is one if q0 is
/// admissible. Along G(q0) there may be none: where a row turns round within the step, its impulse
/// pushes the other way at the end.
class NearestAdmissible {
 public:
  NearestAdmissible(const System& s, const Discretization& d, const Backend& backend);

  void set_parameters(const System& s) { call_.set(call_.theta, s.parameter_values()); }
  /// q1, lambda and nu of `to`; the search begins at q0.
  StepReport solve(const Step& from, double h, Step& to);

 private:
  struct Call : StepCall {
    using StepCall::StepCall;
    Given q0 = given("q0"), p0 = given("p0"), h = given("h"), theta = given("theta");
    Given t = given("t");
    Sought q1 = sought("q1"), lambda = sought("lambda"), nu = sought("nu");
  };
  Call call_;
};

}  // namespace ricochet
