#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A particle between a wall and a piston that moves to and fro, x >= 0.2 sin(3 t).
int main() {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");  // [m], [s]
  const System gas({.name = "piston",
                    .q = q,
                    .t = t,
                    .M = Expr::eye(1),  // [kg]
                    .V = 0.0,
                    .g = {{"piston", q(0) - 0.2 * sin(3.0 * t)}, {"wall", 1.0 - q(0)}}});

  ForcedCollision stepper(gas);
  const State start{.q = Vector{{0.5}}, .p = Vector{{1.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  // Walls that move do work: the energy changes where the piston is hit, and nowhere else.
  for (const Impact& hit : impacts(run))
    std::cout << gas.gap_name(hit.constraints[0]) << " at t = " << hit.t << " s: work "
              << hit.energy_plus - hit.energy_minus << " J\n";
}
