#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// Two discs of unit radius, each in the well (|q|^2 - 1)^2 |q|^2, that collide. [KP12] 8.0.1, all
/// data stated.
Problem oscillator() {
  const Expr q = Expr::sym("q", 4);
  const Expr q1 = q(casadi::Slice(0, 2), 0), q2 = q(casadi::Slice(2, 4), 0);
  const Expr mass = Expr::sym("mass"), radius = Expr::sym("radius");
  const auto well = [](const Expr& x) -> Expr {
    const Expr r2 = dot(x, x);
    return r2 * (r2 - 1.0) * (r2 - 1.0);  // [KP12] (8.4)
  };
  const auto angular = [](const Expr& x, const Expr& p) -> Expr {
    return x(0) * p(1) - x(1) * p(0) + x(2) * p(3) - x(3) * p(2);
  };
  return {.system = System(
              with_contact_law({.name = "oscillator",
                                .q = q,
                                .parameters = {mass_parameter(mass), size_parameter(radius, 1.0)},
                                .M = mass * Expr::eye(4),
                                .V = well(q1) + well(q2),
                                .g = {{"discs", norm_2(q1 - q2) - 2.0 * radius}},  // (8.5)
                                .momenta = {{"angular momentum", angular}}})),
          .initial = {.q = Vector{{0.0, -1.4, 0.0, 1.4}}, .p = Vector{{1.0, 0.0, -1.0, 0.0}}},
          .h = 0.1,
          .duration = 100.0,
          .stepper = "gvi",
          .source = "[KP12] 8.0.1, stated",
          .summary = "two colliding discs in wells",
          .bodies = {{.name = "disc 1", .x = 0, .y = 1, .outline = disc_outline("radius")},
                     {.name = "disc 2", .x = 2, .y = 3, .outline = disc_outline("radius")}}};
}

}  // namespace ricochet::problems
