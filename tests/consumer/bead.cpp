#include "ricochet/methods.hpp"
#include <iostream>
using namespace ricochet;

int main() {
  const Expr q = Expr::sym("q", 2);  // bead position (x, y) [m]
  const System bead({.name = "bead in a bowl",
                     .q = q,
                     .M = Expr::eye(2),                                      // [kg]
                     .V = 9.81 * q(1),                                       // [J]
                     .g = {{"bowl", q(1) - 0.5 * q(0) * q(0)}}});            // y >= x^2/2 [m]

  DiscreteSmooth stepper(bead, {.discretization = midpoint(), .backend = ipopt()});
  const State start{.q = Vector{{1.0, 0.5}}, .p = Vector{{1.0, 1.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 500});

  if (!run.ok()) { std::cerr << run.message() << '\n'; return 1; }
  std::cout << "energy error " << energy_error(bead, run).cwiseAbs().maxCoeff() << " J, "
            << "smallest gap " << smallest_gap(bead, run) << " m\n";
}
