#include "ricochet/methods.hpp"
#include <iostream>
using namespace ricochet;

// A ball on a floor, slowed by drag, driven by a periodic force, bouncing with restitution 0.7.
int main() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const System ball({.name = "driven ball",
                     .q = q,
                     .v = v,
                     .t = t,
                     .M = Expr::eye(2),                                      // [kg]
                     .V = 9.81 * q(1),                                       // [J]
                     .g = {{"floor", q(1), Contact{.restitution = 0.7}}},    // y >= 0 [m]
                     .forces = {{"drag", -0.3 * v},                          // [N]
                                {"drive", vertcat(cos(3.0 * t), 15.0 * sin(8.0 * t))}}});

  ForcedCollision stepper(ball, {.discretization = verlet()});
  const State start{.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 500});

  if (!run.ok()) { std::cerr << run.message() << '\n'; return 1; }
  double lost = 0.0;  // [J]
  for (const Impact& hit : impacts(run)) lost += hit.energy_minus - hit.energy_plus;
  std::cout << impacts(run).size() << " impacts took " << lost << " J, smallest gap "
            << smallest_gap(ball, run) << " m\n";
  return impacts(run).empty() || smallest_gap(ball, run) < -1e-9 ? 1 : 0;
}
