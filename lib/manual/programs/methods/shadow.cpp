#include "ricochet/methods.hpp"

#include <algorithm>
#include <iostream>
using namespace ricochet;

// A particle in a well without symmetry bounces inside a disc.
int main() {
  const Expr q = Expr::sym("q", 2), r2 = dot(q, q);  // [m]
  const System disc({.name = "disc",
                     .q = q,
                     .M = Expr::eye(2),                                            // [kg]
                     .V = 0.75 * r2 + 0.25 * r2 * r2 + 1.2 * pow(q(0), 2) * q(1),  // [J]
                     .g = {{"wall", 1.0 - r2}}});

  Shadow stepper(disc, {.discretization = verlet(), .backend = newton()});
  Monitor monitor(disc);
  Step now{.state = {.q = Vector{{0.3, 0.1}}, .p = Vector{{0.4, 1.6}}}}, next;
  monitor.start(now);
  for (int k = 0; k < 5000; ++k, std::swap(now, next)) {
    stepper.advance(now, 0.1, next);
    monitor.observe(next);
  }
  const RunSummary& run = monitor.summary();
  std::cout << "impacts: " << run.shadow.events << ", smallest gap: " << std::max(run.gap_min, 0.0)
            << " m\n"
            << "relative error of the shadow energy below 1e-2: "
            << (run.shadow.relative_error() < 1e-2 ? "yes" : "no") << '\n';
}
