#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A particle in the well 3/4 |q|^2 + 1/4 |q|^4 bounces inside the unit disc: a nonlinear system
/// with a rotational symmetry that the impacts keep, so that angular momentum must be exact (the
/// discrete Noether theorem of [FMOW03] 3). All data chosen.
Problem disc_billiard() {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass");
  const Expr r2 = dot(q, q);
  const auto angular = [](const Expr& x, const Expr& p) -> Expr {
    return x(0) * p(1) - x(1) * p(0);
  };
  const Contact wall{.tangents = {vertcat(-q(1), q(0))}};  // a unit vector where |q| = 1
  Problem problem{.system = System(with_contact_law({.name = "disc-billiard",
                                                     .q = q,
                                                     .parameters = {mass_parameter(mass)},
                                                     .M = mass * Expr::eye(2),
                                                     .V = 0.75 * r2 + 0.25 * r2 * r2,
                                                     .g = {{"disc", 1.0 - r2, wall}},
                                                     .momenta = {{"angular momentum", angular}}})),
                  .initial = {.q = Vector{{0.3, 0.1}}},
                  .h = 0.01,
                  .duration = 10.0,
                  .stepper = "collision",
                  .discretization = verlet(),
                  .source = "test of the discrete Noether theorem of [FMOW03], chosen by us",
                  .summary = "a particle in a well bounces inside a disc",
                  .bodies = {{.name = "particle", .x = 0, .y = 1}},
                  .v0 = Vector{{1.7, 1.1}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
