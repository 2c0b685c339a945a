#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"

#include <numbers>

namespace ricochet::problems {

/// An ellipse tumbles onto the floor. [RC25] 4.2, all data stated; the duration is that of
/// figure 2.
Problem ellipse() {
  const Expr q = Expr::sym("q", 3);  // x, y, theta; the paper orders theta first
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), a = Expr::sym("a"),
             b = Expr::sym("b");
  const Expr inertia = 0.25 * (a * a + b * b);  // per mass
  const auto horizontal = [](const Expr&, const Expr& p) -> Expr { return p(0); };
  Problem problem{
      .system = System(
          with_contact_law({.name = "ellipse",
                            .q = q,
                            .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.8),
                                           size_parameter(a, 1.0), size_parameter(b, 0.5)},
                            .M = mass * diag(vertcat(Expr(1.0), Expr(1.0), inertia)),
                            .V = mass * gravity * q(1),
                            .g = {ellipse_above_floor(q, a, b)},
                            .momenta = {{"horizontal momentum", horizontal}}})),
      .initial = {.q = Vector{{0.0, 3.5, 0.5 * std::numbers::pi}}},
      .h = 0.01,
      .duration = 25.0,
      .stepper = "collision",
      .source = "[RC25] 4.2, stated",
      .summary = "an ellipse tumbles on a floor",
      .bodies =
          {{.name = "ellipse", .x = 0, .y = 1, .theta = 2, .outline = ellipse_outline("a", "b")}},
      .walls = {floor_wall()},
      .v0 = Vector{{2.0, 0.0, -3.0}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
