#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A particle pressed by gravity into the bowl y >= x^2/2: contact stays closed, so this is the
/// sliding test. Geometry and motion: [KP12] fig 1.2a; masses, start, h: chosen.
Problem bowl() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity");
  return {.system = System(with_contact_law(
              {.name = "bowl",
               .q = q,
               .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.8)},
               .M = mass * Expr::eye(2),
               .V = mass * gravity * y,
               .g = {{"bowl", y - 0.5 * x * x}}})),
          .initial = {.q = Vector{{1.0, 0.5}}, .p = Vector{{1.0, 1.0}}},
          .h = 0.02,
          .duration = 10.0,
          .source = "[KP12] fig 1.2a: geometry stated; gravity, start and h chosen",
          .summary = "a particle slides in a parabola",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

}  // namespace ricochet::problems
