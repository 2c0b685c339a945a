#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A force-free particle meets the inflection of y = x^3 tangentially and slides from there.
/// Geometry: [KP12] fig 1.2d; start and h chosen, so that a step lands on the contact point
/// exactly.
Problem tangential_approach() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);
  const Expr mass = Expr::sym("mass");
  return {.system = System(with_contact_law({.name = "tangential-approach",
                                             .q = q,
                                             .parameters = {mass_parameter(mass)},
                                             .M = mass * Expr::eye(2),
                                             .V = 0.0,
                                             .g = {{"cubic", y - x * x * x}}})),
          .initial = {.q = Vector{{-1.0, 0.0}}, .p = Vector{{1.0, 0.0}}},
          .h = 1.0 / 32.0,
          .duration = 2.0,
          .source = "[KP12] fig 1.2d: geometry stated; start and h chosen",
          .summary = "a force-free particle meets a curve tangentially",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

}  // namespace ricochet::problems
