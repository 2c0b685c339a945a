#include "ricochet/methods.hpp"

#include <iostream>
#include <string>
using namespace ricochet;

int main() {
  // A ball of 1 kg moves in the plane, above a floor and beside a wall.
  const Expr q = Expr::sym("q", 2);  // its centre (x, y) [m]
  const System ball({.name = "ball",
                     .q = q,
                     .M = Expr::eye(2),                         // [kg]
                     .V = 9.81 * q(1),                          // [J]
                     .g = {{"floor", q(1)}, {"wall", q(0)}}});  // y >= 0, x >= 0 [m]

  Collision stepper(ball);
  const State start{.q = Vector{{2.0, 1.0}}, .p = Vector{{-1.5, 0.0}}};  // [m], [N s]
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 200});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  for (const Impact& hit : impacts(run)) {
    const std::string& contact = ball.gap_name(hit.constraints[0]);
    std::cout << "t = " << hit.t << " s: " << contact << ", impulse " << hit.impulse[0] << " N s\n";
  }
  std::cout << "energy error " << energy_error(ball, run).cwiseAbs().maxCoeff() << " J\n"
            << "smallest gap " << smallest_gap(ball, run) << " m\n"
            << run.certified << " of " << run.made << " steps certified\n";
}
