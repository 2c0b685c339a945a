#include "ricochet/contact_law.hpp"
#include "ricochet/discs.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

namespace ricochet::problems {

/// Three touching balls fly into the corner of a floor and a wall: ball 0 hits both while it
/// touches ball 1 beside it, which hits the floor, and ball 2 above it, which hits the wall. Six
/// contacts in one impact, and a diagonal mirror that exchanges balls 1 and 2. All data chosen.
Problem three_balls_corner() {
  const Discs balls(3, "ball");
  const Expr distance = Expr::sym("distance"), speed = Expr::sym("speed");
  Constraints rows = balls.apart();
  for (size_t i = 0; i < 3; ++i) {
    const auto number = static_cast<long>(i);
    rows.add(numbered("wall", number), balls.x[i] - balls.radius);
    rows.add(numbered("floor", number), balls.y[i] - balls.radius);
  }
  const auto start = [](const System& s) {
    const double r = s.parameter("radius"), near = r + s.parameter("distance"), next = near + 2 * r;
    return State{.q = Vector{{near, near, next, near, near, next}},
                 .p = Vector::Constant(6, -s.parameter("mass") * s.parameter("speed"))};
  };
  Problem problem{.system = System(with_contact_law(
                      {.name = "three-balls-corner",
                       .q = balls.q,
                       .parameters = {mass_parameter(balls.mass),
                                      size_parameter(balls.radius, 0.1),
                                      {"distance", distance, 0.205, Range::at_least(0.0), "m"},
                                      speed_parameter(speed, 1.0)},
                       .M = balls.masses(),
                       .V = 0.0,
                       .g = rows})),
                  .h = 0.01,
                  .duration = 0.6,
                  .stepper = "gvi",
                  .source = "six contacts in one impact, chosen by us",
                  .summary = "three touching balls fly into a corner",
                  .bodies = balls.bodies,
                  .walls = {left_wall(), floor_wall()},
                  .start_for = start};
  problem.initial = start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
