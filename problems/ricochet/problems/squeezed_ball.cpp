#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A ball falls in a shaft as wide as itself and bounces on its floor. Both walls are closed all
/// the time and their gradients are opposite: the admissible set has no interior, no multipliers
/// are unique, and there is no velocity that leaves both walls. `room` [m] opens the shaft.
Problem squeezed_ball() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);
  const Expr mass = Expr::sym("mass"), radius = Expr::sym("radius"), gravity = Expr::sym("gravity"),
             height = Expr::sym("height"), room = Expr::sym("room");
  const Contact floor{.tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const Contact wall{.tangents = {vertcat(Expr(0.0), Expr(1.0))}};
  Problem problem{
      .system =
          System(with_contact_law({.name = "squeezed-ball",
                                   .q = q,
                                   .parameters = {mass_parameter(mass),
                                                  size_parameter(radius, 0.5),
                                                  gravity_parameter(gravity, 9.81),
                                                  size_parameter(height, 1.0),
                                                  {"room", room, 0.0, Range::at_least(0.0), "m"}},
                                   .M = mass * Expr::eye(2),
                                   .V = mass * gravity * y,
                                   .g = {{"left", x - radius, wall},
                                         {"right", radius + room - x, wall},
                                         {"floor", y - radius, floor}}})),
      .h = 0.01,
      .duration = 5.0,
      .stepper = "gvi",
      .source = "opposite walls without room between them, chosen by us",
      .summary = "a ball bounces in a shaft as wide as itself",
      .bodies = {{.name = "ball", .x = 0, .y = 1, .outline = disc_outline("radius")}},
      .start_for =
          [](const System& s) {
            const double r = s.parameter("radius");
            return State{.q = Vector{{r + 0.5 * s.parameter("room"), r + s.parameter("height")}},
                         .p = Vector::Zero(2)};
          },
      .walls_for =
          [](const System& s) {
            const double width = 2.0 * s.parameter("radius") + s.parameter("room");
            return std::vector<Wall>{
                left_wall(), {.normal_x = -1.0, .normal_y = 0.0, .offset = -width}, floor_wall()};
          }};
  problem.initial = problem.start_for(problem.system);
  problem.walls = problem.walls_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
