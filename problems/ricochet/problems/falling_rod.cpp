#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"

#include <cmath>

namespace ricochet::problems {
namespace {

/// A line from foot to head.
Matrix rod(const System& s) {
  const double half = 0.5 * s.parameter("length");
  Matrix outline(2, 2);
  outline << 0.0, 0.0, -half, half;
  return outline;
}

/// At rest on its foot at x = 0; it leans towards positive x.
State leaning(const System& s) {
  const double half = 0.5 * s.parameter("length"), angle = s.parameter("angle");
  return {.q = Vector{{half * std::sin(angle), half * std::cos(angle), -angle}},
          .p = Vector::Zero(3)};
}

}  // namespace

/// A thin rod is released on its foot and falls over. While the foot sticks, at the angle a from
/// the vertical and with a0 at the start,
///
///   friction / normal force = 3 sin a (3 cos a - 2 cos a0) / (4 - 3 sin^2 a - 6 cos a (cos a0 -
///   cos a)),
///
/// which has a largest value on the way, vanishes near 48 degrees and decreases without bounds. So
/// the foot slips backwards where friction is small, and forwards before the head lands whatever
/// friction is. With the default friction it does both and sticks in between. All data chosen.
Problem falling_rod() {
  const Expr q = Expr::sym("q", 3);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), length = Expr::sym("length"),
             angle = Expr::sym("angle");
  Problem problem{.system = System(with_contact_law(
                      {.name = "falling-rod",
                       .q = q,
                       .parameters = {mass_parameter(mass, 0.1), gravity_parameter(gravity, 9.81),
                                      size_parameter(length, 0.5), angle_parameter(angle, 0.1)},
                       .M = mass * diag(vertcat(Expr(1.0), Expr(1.0), length * length / 12.0)),
                       .V = mass * gravity * q(1),
                       .g = {above_floor("foot", q, 0.0, -0.5 * length),
                             above_floor("head", q, 0.0, 0.5 * length)}},
                      {.restitution = 0.0, .friction = 0.35})),
                  .h = 0.002,
                  .duration = 1.2,
                  .stepper = "forced-collision",
                  .source = "a rod that falls over, chosen by us",
                  .summary = "a rod falls over; its foot sticks and slips",
                  .bodies = {{.name = "rod", .x = 0, .y = 1, .theta = 2, .outline = rod}},
                  .walls = {floor_wall()},
                  .start_for = leaning};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
