#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A disc moves in a box of 4 m x 3 m with a round pillar.
int main() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);  // centre [m]
  const double radius = 0.2, pillar = 0.5;               // [m]

  Constraints walls = {{"left", x - radius},
                       {"right", 4.0 - radius - x},
                       {"floor", y - radius},
                       {"ceiling", 3.0 - radius - y}};
  walls.add("pillar", norm_2(q - vertcat(Expr(2.0), Expr(1.5))) - (pillar + radius));

  const System disc({.name = "disc", .q = q, .M = Expr::eye(2), .V = 0.0, .g = walls});
  Collision stepper(disc);
  const State start{.q = Vector{{0.5, 0.5}}, .p = Vector{{1.0, 0.9}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.02, .steps = 500});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  for (const Impact& hit : impacts(run))
    std::cout << disc.gap_name(hit.constraints[0]) << " at t = " << hit.t << " s\n";
}
