#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"

namespace ricochet::problems {

/// A particle bounces on the floor y = 0; `wall` adds the wall x = 0, and with it an interior
/// corner. [FMOW03] 4.2: system, start and h stated; gravity and the wall chosen. With `planet` the
/// potential is (80) with the field of a planet in place of linear gravity, which Verlet integrates
/// exactly.
Problem particle_floor(bool wall) {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), planet = Expr::sym("planet");
  const Expr along_x = vertcat(Expr(1.0), Expr(0.0)), along_y = vertcat(Expr(0.0), Expr(1.0));
  SystemSpecification system{.name = "particle-floor",
                             .q = q,
                             .parameters = {mass_parameter(mass),
                                            gravity_parameter(gravity, 9.81),
                                            {"planet", planet, 0.0, Range::at_least(0.0), "m"}},
                             .M = mass * Expr::eye(2),
                             .V = potential_at_height(mass, gravity, planet, y)};
  system.g.add("floor", y, {.tangents = {along_x}});
  if (wall)
    system.g.add("wall", x, {.tangents = {along_y}});
  else
    system.momenta = {
        {"horizontal momentum", [](const Expr&, const Expr& p) -> Expr { return p(0); }}};
  Problem problem{.system = System(with_contact_law(system)),
                  .initial = {.q = Vector{{0.0, 1.0}}},
                  .h = 0.01,
                  .duration = 10.0,
                  .stepper = "collision",
                  .discretization = verlet(),
                  .source = "[FMOW03] 4.2: system, start, h stated; gravity, wall, planet chosen",
                  .summary = wall ? "a particle bounces in the corner of a floor and a wall"
                                  : "a particle bounces on a floor",
                  .bodies = {{.name = "particle", .x = 0, .y = 1}},
                  .v0 = Vector{{-2.0, 0.0}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
