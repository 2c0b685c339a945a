#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A particle in a well bounces inside a disc. Its angular momentum is conserved.
int main() {
  const Expr q = Expr::sym("q", 2);  // (x, y) [m]
  const Expr r2 = dot(q, q);
  const auto angular = [](const Expr& at, const Expr& p) { return at(0) * p(1) - at(1) * p(0); };
  const System billiard({.name = "billiard",
                         .q = q,
                         .M = Expr::eye(2),                // [kg]
                         .V = 0.75 * r2 + 0.25 * r2 * r2,  // [J]
                         .g = {{"rim", 1.0 - r2}},         // x^2 + y^2 <= 1 [m^2]
                         .momenta = {{"angular momentum", angular}}});

  Collision stepper(billiard, {.discretization = verlet()});
  const State start{.q = Vector{{0.3, 0.1}}, .p = Vector{{1.7, 1.1}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 1000});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << impacts(run).size() << " impacts, the first at t = " << impacts(run)[0].t << " s\n"
            << "energy error " << energy_error(billiard, run).cwiseAbs().maxCoeff() << " J\n"
            << "error of the angular momentum "
            << momentum_error(billiard, run).cwiseAbs().maxCoeff() << " N m s\n";
}
