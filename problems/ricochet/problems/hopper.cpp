#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <numbers>

namespace ricochet::problems {

/// A hopper: a body and a foot of the same mass on a leg, a spring with a drag. A motor in the leg
/// pushes them apart with F cos(omega t), and the foot bounces on the floor. There is an orbit that
/// touches the floor once in every period of the motor. It has a closed form, because the flight
/// is linear; with these numbers it attracts its neighbours. All data chosen.
Problem hopper() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"),
             stiffness = Expr::sym("stiffness"), length = Expr::sym("length"),
             drag = Expr::sym("drag"), force = Expr::sym("force"),
             frequency = Expr::sym("frequency");
  const Expr stretch = q(0) - q(1) - length;
  const Expr push = force * cos(2.0 * std::numbers::pi * frequency * t),
             pull = drag * (v(0) - v(1));
  return {.system = System(with_contact_law(
              {.name = "hopper",
               .q = q,
               .v = v,
               .t = t,
               .parameters = {mass_parameter(mass),
                              gravity_parameter(gravity, 9.81),
                              {"stiffness", stiffness, 200.0, Range::at_least(0.0), "N/m"},
                              {"length", length, 0.5, Range::at_least(0.0), "m"},
                              {"drag", drag, 5.0, Range::at_least(0.0), "kg/s"},
                              {"force", force, 40.0, Range::at_least(0.0), "N"},
                              {"frequency", frequency, 3.0, Range::positive(), "Hz"}},
               .M = mass * Expr::eye(2),
               .V = 0.5 * stiffness * stretch * stretch + mass * gravity * (q(0) + q(1)),
               .g = {{"floor", q(1)}},
               .forces = {{"motor", vertcat(push, -push)}, {"drag", vertcat(-pull, pull)}},
               .length = 0.5,
               .time = 0.1},
              {.restitution = 0.5})),
          .initial = {.q = Vector{{0.6, 0.1}}, .p = Vector{{0.0, 0.0}}},
          .h = 1.0 / 300.0,
          .duration = 20.0,
          .stepper = "forced-collision",
          .source = "ours; h is a hundredth of the period of the motor",
          .summary = "a body and a foot on a driven leg hop on a floor",
          .bodies = {{.name = "body", .x = 0}, {.name = "foot", .x = 1}}};
}

}  // namespace ricochet::problems
