#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// Force-free inside the unit disc, along a diameter: normal impacts. [KP12] fig 1.2b; data chosen.
Problem normal_impact() {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass");
  return {.system = System(with_contact_law({.name = "normal-impact",
                                             .q = q,
                                             .parameters = {mass_parameter(mass)},
                                             .M = mass * Expr::eye(2),
                                             .V = 0.0,
                                             .g = {{"disc", 1.0 - norm_2(q)}}})),
          .initial = {.q = Vector{{0.3, 0.0}}, .p = Vector{{1.0, 0.0}}},
          .h = 0.03,
          .duration = 6.0,
          .stepper = "gvi",
          .source = "[KP12] fig 1.2b: geometry stated; start and h chosen",
          .summary = "a force-free particle hits a circle from inside",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

/// Over the crest of the unit disc under gravity: slides, then leaves smoothly. [KP12] fig 1.2c;
/// data chosen.
Problem crest() {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass"), gravity = Expr::sym("gravity");
  return {.system = System(with_contact_law(
              {.name = "crest",
               .q = q,
               .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.8)},
               .M = mass * Expr::eye(2),
               .V = mass * gravity * q(1),
               .g = {{"disc", norm_2(q) - 1.0}}})),
          .initial = {.q = Vector{{0.0, 1.0}}, .p = Vector{{0.5, 0.0}}},
          .h = 0.01,
          .duration = 1.0,
          .stepper = "gvi",
          .source = "[KP12] fig 1.2c: geometry stated; start, gravity and h chosen",
          .summary = "a particle slides over a disc and leaves it",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

}  // namespace ricochet::problems
