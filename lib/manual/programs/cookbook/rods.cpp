#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A double pendulum: two masses on rods of 1 m, between two walls.
int main() {
  const Expr q = Expr::sym("q", 4);
  const Expr a = vertcat(q(0), q(1)), b = vertcat(q(2), q(3));  // the masses [m]
  const System pendulum({.name = "double pendulum",
                         .q = q,
                         .M = Expr::eye(4),                     // [kg]
                         .V = 9.81 * (a(1) + b(1)),             // [J]
                         .f = {{"upper rod", norm_2(a) - 1.0},  // = 0 [m]
                               {"lower rod", norm_2(b - a) - 1.0}},
                         .g = {{"left wall", b(0) + 0.8}, {"right wall", 0.8 - b(0)}}});

  Hybrid stepper(pendulum);
  // The lower mass moves to the right: its velocity is orthogonal to its rod.
  const State start{.q = Vector{{0.0, -1.0, 0.0, -2.0}}, .p = Vector{{0.0, 0.0, 2.5, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 200});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << impacts(run).size() << " impacts\n"
            << "largest error of a rod " << equality_error(pendulum, run).maxCoeff() << " m\n"
            << "energy error " << energy_error(pendulum, run).cwiseAbs().maxCoeff() << " J\n";
}
