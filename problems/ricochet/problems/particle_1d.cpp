#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A ball dropped on a floor, on a line. [KP12] 1.3.1; h chosen.
Problem particle_1d() {
  const Expr q = Expr::sym("q", 1);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity");
  return {.system = System(with_contact_law(
              {.name = "particle-1d",
               .q = q,
               .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.8)},
               .M = mass * Expr::eye(1),
               .V = mass * gravity * q,
               .g = {{"floor", q}}})),
          .initial = {.q = Vector{{1.0}}, .p = Vector{{0.0}}},
          .h = 0.05,
          .duration = 10.0,
          .stepper = "gvi",
          .source = "[KP12] 1.3.1: system and start stated; h chosen",
          .summary = "a ball dropped on a floor",
          .bodies = {{.name = "ball", .x = 0}}};
}

}  // namespace ricochet::problems
