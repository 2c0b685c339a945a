#include "ricochet/methods.hpp"

#include <cmath>
#include <iostream>
using namespace ricochet;

// A particle in a well without symmetry bounces 2000 times inside a disc.
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
  for (; monitor.summary().shadow.events < 2000; std::swap(now, next)) {
    stepper.advance(now, 0.1, next);
    monitor.observe(next);
  }
  const RunSummary& run = monitor.summary();
  std::cout << "impacts: " << run.shadow.events
            << ", penetration: " << (run.gap_min < 0.0 ? "yes" : "no")
            << "\nshadow energy within 1e-4 of its start: "
            << (std::abs(now.shadow.energy - run.shadow.initial) < 1e-4 ? "yes" : "no") << '\n';
}
