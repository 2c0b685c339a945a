#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A ball is dropped on a floor: what the contact force inside the midpoint rule makes of it.
int main() {
  const Expr q = Expr::sym("q", 1);  // height [m]
  const System ball({.name = "ball",
                     .q = q,
                     .M = Expr::eye(1),         // [kg]
                     .V = 9.81 * q(0),          // [J]
                     .g = {{"floor", q(0)}}});  // [m]

  Direct stepper(ball, {.enforced = Enforced::endpoint});
  const State start{.q = Vector{{1.0}}, .p = Vector{{0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.05, .steps = 100});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << "energy at the start " << energy(ball, run)[0] << " J, largest "
            << energy(ball, run).maxCoeff() << " J, at the end " << energy(ball, run).tail(1)
            << " J\n"
            << "smallest gap " << smallest_gap(ball, run) << " m\n";
}
