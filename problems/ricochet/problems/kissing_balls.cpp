#include "ricochet/contact_law.hpp"
#include "ricochet/discs.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {
namespace {

/// Ball 0 in front of the others, which kiss in a row from the middle of the table on.
State shot(const System& s, int n) {
  const double side = s.parameter("side"), radius = s.parameter("radius");
  State start{.q = Vector(2 * n), .p = Vector::Zero(2 * n)};
  for (int i = 0; i < n; ++i) {
    start.q[2 * i] = i == 0 ? 0.2 * side : 0.5 * side + 2.0 * radius * (i - 1);
    start.q[2 * i + 1] = 0.5 * side;
  }
  start.p[0] = s.parameter("mass") * s.parameter("speed");
  return start;
}

}  // namespace

/// A Newton's cradle of pool balls on a frictionless table: the first of n balls is shot at the
/// others, which kiss, and the cushions send back what leaves the row. Gaps between kissing balls
/// are round-off of either sign. Balls, kissing and cradle stated in the thread; numbers chosen.
Problem kissing_balls(int n) {
  const Discs balls(n, "ball");
  const Expr side = Expr::sym("side"), speed = Expr::sym("speed");
  Problem problem{
      .system = System(with_contact_law(
          {.name = "kissing-balls",
           .q = balls.q,
           .parameters = {mass_parameter(balls.mass, 0.17), size_parameter(balls.radius, 0.028575),
                          size_parameter(side, 1.0), speed_parameter(speed, 1.0)},
           .M = balls.masses(),
           .V = 0.0,
           .g = balls.apart().append(balls.inside_box(side))})),
      .h = 1e-2,
      .duration = 10.0,
      .stepper = "gvi",
      .source = "ekiefl/pooltool pull request 257: cradle of pool balls stated; numbers chosen",
      .summary = "a ball is shot at a row of " + std::to_string(n - 1) + " kissing balls",
      .reported =
          "ekiefl/pooltool pull request 257: round-off left kissing balls slightly intersecting or "
          "apart; a Newton's cradle took spacers and an order of simultaneous events",
      .bodies = balls.bodies,
      .start_for = [n](const System& s) { return shot(s, n); },
      .walls_for = [](const System& s) { return box_walls(s.parameter("side")); }};
  problem.initial = problem.start_for(problem.system);
  problem.walls = problem.walls_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
