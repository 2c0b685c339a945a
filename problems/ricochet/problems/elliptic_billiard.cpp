#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A particle without forces bounces inside the ellipse x^2/4 + y^2 = 1. Besides the energy it
/// keeps the product of its angular momenta about the foci, at x = -sqrt(3) and sqrt(3). All data
/// chosen.
Problem elliptic_billiard() {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass");
  return {.system = System(
              with_contact_law({.name = "elliptic-billiard",
                                .q = q,
                                .parameters = {mass_parameter(mass)},
                                .M = mass * Expr::eye(2),
                                .V = 0.0,
                                .g = {{"ellipse", 1.0 - 0.25 * q(0) * q(0) - q(1) * q(1)}}})),
          .initial = {.q = Vector{{0.3, 0.1}}, .p = Vector{{0.8, 0.6}}},
          .h = 0.1,
          .duration = 100.0,
          .stepper = "gvi",
          .discretization = verlet(),
          .source = "ours: the second integral of the billiard in an ellipse",
          .summary = "a force-free particle bounces inside an ellipse",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

}  // namespace ricochet::problems
