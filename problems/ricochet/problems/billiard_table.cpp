#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// A force-free particle on an L-shaped table: the square [0, 2]^2 without [1, 2]^2. The table is
/// not convex, and the block is a union of half-planes with an exterior corner, [FMOW03] 5. All
/// numbers chosen.
Problem billiard_table() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1), mass = Expr::sym("mass"),
             side = Expr::sym("side");
  SystemSpecification system{
      .name = "billiard-table",
      .q = q,
      .parameters = {mass_parameter(mass), size_parameter(side, 2.0)},
      .M = mass * Expr::eye(2),
      .V = 0.0,
      .g = {{"left", x}, {"right", side - x}, {"bottom", y}, {"top", side - y}}};
  system.g.add_any("block", {0.5 * side - x, 0.5 * side - y});
  Problem problem{.system = System(with_contact_law(system)),
                  .initial = {.q = Vector{{0.4, 0.3}}},
                  .h = 0.05,
                  .duration = 20.0,
                  .stepper = "collision",
                  .source = "[FMOW03] 5: exterior corners; table and numbers chosen by us",
                  .summary = "a particle on an L-shaped billiard table",
                  .bodies = {{.name = "particle", .x = 0, .y = 1}},
                  .v0 = Vector{{1.0, 0.618}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
