#include "ricochet/contact_law.hpp"
#include "ricochet/discs.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <cmath>
#include <numbers>

namespace ricochet::problems {

/// A double pendulum on rods as equalities swings between two walls, which both bobs hit: impacts
/// of a chaotic motion on a curved manifold. The second rod hangs down at the start. All data
/// chosen.
Problem double_pendulum_walls() {
  const Discs bobs(2, "bob");
  const Expr gravity = Expr::sym("gravity"), length = Expr::sym("length"),
             angle = Expr::sym("angle"), width = Expr::sym("width");
  const Expr &x0 = bobs.x[0], &y0 = bobs.y[0], &x1 = bobs.x[1], &y1 = bobs.y[1];
  const Expr reach = 0.5 * width - bobs.radius;
  const auto start = [](const System& s) {
    const double l = s.parameter("length"), phi = s.parameter("angle");
    const double x = l * std::sin(phi), y = -l * std::cos(phi);
    return State{.q = Vector{{x, y, x, y - l}}, .p = Vector::Zero(4)};
  };
  const auto walls = [](const System& s) {
    const double offset = -0.5 * s.parameter("width");
    return std::vector<Wall>{{.normal_x = 1.0, .normal_y = 0.0, .offset = offset},
                             {.normal_x = -1.0, .normal_y = 0.0, .offset = offset}};
  };
  Problem problem{.system = System(with_contact_law(
                      {.name = "double-pendulum-walls",
                       .q = bobs.q,
                       .parameters = {mass_parameter(bobs.mass), size_parameter(bobs.radius, 0.1),
                                      size_parameter(length, 1.0), gravity_parameter(gravity, 9.81),
                                      angle_parameter(angle, 0.5 * std::numbers::pi),
                                      size_parameter(width, 2.4)},
                       .M = bobs.masses(),
                       .V = bobs.mass * gravity * (y0 + y1),
                       .f = {{"rod 0", sqrt(sq(x0) + sq(y0)) - length},
                             {"rod 1", sqrt(sq(x1 - x0) + sq(y1 - y0)) - length}},
                       .g = {{"left 0", x0 + reach},
                             {"right 0", reach - x0},
                             {"left 1", x1 + reach},
                             {"right 1", reach - x1}}})),
                  .h = 0.01,
                  .duration = 10.0,
                  .stepper = "gvi",
                  .source = "rods and walls together, chosen by us",
                  .summary = "a double pendulum swings between two walls",
                  .bodies = bobs.bodies,
                  .start_for = start,
                  .walls_for = walls};
  problem.initial = start(problem.system);
  problem.walls = walls(problem.system);
  return problem;
}

}  // namespace ricochet::problems
