#include "ricochet/contact_law.hpp"
#include "ricochet/discs.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A ball hits another one, which hits a wall and comes back: three impacts within one and a half
/// steps. All data stated in the thread; masses chosen equal. Ball 0 stops and leaves as fast as it
/// came, ball 1 is back at its place.
Problem two_balls_wall() {
  const Discs balls(2, "ball");
  constexpr double wall = 1.1;  // [m]
  Constraints rows = balls.apart();
  rows.add("wall 0", wall - balls.radius - balls.x[0]);
  rows.add("wall 1", wall - balls.radius - balls.x[1]);
  Problem problem{
      .system = System(with_contact_law(
          {.name = "two-balls-wall",
           .q = balls.q,
           .parameters = {mass_parameter(balls.mass), size_parameter(balls.radius, 0.1)},
           .M = balls.masses(),
           .V = 0.0,
           .g = rows})),
      .initial = {.q = Vector{{0.78, 0.0, 0.99, 0.0}}},
      .h = 1e-2,
      .duration = 0.3,
      .stepper = "collision",
      .source = "keenon/nimblephysics issue 143: radius, wall, start, h stated",
      .summary = "two balls and a wall meet almost at once",
      .reported =
          "keenon/nimblephysics issue 143: two impacts that almost coincide, of one "
          "ball on another and of that one on a wall, doubled the kinetic energy",
      .bodies = balls.bodies,
      .walls = {{.normal_x = -1.0, .normal_y = 0.0, .offset = -wall}},
      .v0 = Vector{{2.0, 0.0, 0.0, 0.0}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
