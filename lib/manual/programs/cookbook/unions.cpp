#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A particle on an L-shaped table: the square [0, 2]^2 without the block [1, 2]^2.
int main() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);  // [m]
  Constraints rims = {{"left", x}, {"right", 2.0 - x}, {"bottom", y}, {"top", 2.0 - y}};
  rims.add_any("block", {1.0 - x, 1.0 - y});  // left of the block or below it

  const System table({.name = "table", .q = q, .M = Expr::eye(2), .V = 0.0, .g = rims});
  Collision stepper(table);
  const State start{.q = Vector{{0.4, 0.3}}, .p = Vector{{1.0, 0.618}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.05, .steps = 120});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  for (const Impact& hit : impacts(run))
    std::cout << table.gap_name(hit.constraints[0]) << " at t = " << hit.t << " s\n";
}
