#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {
namespace {

/// A well without symmetry, in which bounces inside the unit disc are chaotic [J].
Expr lopsided_well(const Expr& q) {
  const Expr r2 = dot(q, q), x = q(0), y = q(1);
  return 0.75 * r2 + 0.25 * r2 * r2 + 1.2 * x * x * y + 0.5 * x * x * x;
}

Expr inside_disc(const Expr& q) { return 1.0 - dot(q, q); }

}  // namespace

/// A particle in a well without symmetry bounces inside the unit disc: its energy alone is kept,
/// and its motion is chaotic. All data chosen.
Problem disc_chaotic() {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass");
  return {.system = System(with_contact_law({.name = "disc-chaotic",
                                             .q = q,
                                             .parameters = {mass_parameter(mass)},
                                             .M = mass * Expr::eye(2),
                                             .V = lopsided_well(q),
                                             .g = {{"disc", inside_disc(q)}}})),
          .initial = {.q = Vector{{0.3, 0.1}}, .p = Vector{{0.4, 1.6}}},
          .h = 0.1,
          .duration = 100.0,
          .stepper = "gvi",
          .discretization = verlet(),
          .source = "ours: the energy over a million chaotic impacts",
          .summary = "a particle in a well without symmetry bounces inside a disc",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

/// Two such particles that do not interact: each keeps an energy of its own, which a method that
/// looks at their sum alone can exchange. All data chosen.
Problem two_discs() {
  const Expr q = Expr::sym("q", 4), mass = Expr::sym("mass");
  const Expr q1 = q(casadi::Slice(0, 2)), q2 = q(casadi::Slice(2, 4));
  return {
      .system = System(
          with_contact_law({.name = "two-discs",
                            .q = q,
                            .parameters = {mass_parameter(mass)},
                            .M = mass * Expr::eye(4),
                            .V = lopsided_well(q1) + lopsided_well(q2),
                            .g = {{"disc 1", inside_disc(q1)}, {"disc 2", inside_disc(q2)}}})),
      .initial = {.q = Vector{{0.3, 0.1, -0.2, 0.3}}, .p = Vector{{0.4, 1.6, 1.1, -0.7}}},
      .h = 0.1,
      .duration = 100.0,
      .stepper = "gvi",
      .discretization = verlet(),
      .source = "ours: the energies of two bodies that do not interact",
      .summary = "two particles that do not interact bounce, each inside a disc",
      .bodies = {{.name = "particle 1", .x = 0, .y = 1}, {.name = "particle 2", .x = 2, .y = 3}}};
}

}  // namespace ricochet::problems
