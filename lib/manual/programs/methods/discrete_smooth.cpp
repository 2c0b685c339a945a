#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A bead slides in a parabola. Its contact never opens, so that there is no impact.
int main() {
  const Expr q = Expr::sym("q", 2);  // (x, y) [m]
  const System bead({.name = "bead in a bowl",
                     .q = q,
                     .M = Expr::eye(2),                            // [kg]
                     .V = 9.81 * q(1),                             // [J]
                     .g = {{"bowl", q(1) - 0.5 * q(0) * q(0)}}});  // y >= x^2/2 [m]

  DiscreteSmooth stepper(bead);
  const State start{.q = Vector{{1.0, 0.5}}, .p = Vector{{1.0, 1.0}}};  // on the bowl, along it
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 500});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << "largest gap " << gaps(bead, run).maxCoeff() << " m, smallest "
            << smallest_gap(bead, run) << " m\n"
            << "energy error " << energy_error(bead, run).cwiseAbs().maxCoeff() << " J\n";
}
