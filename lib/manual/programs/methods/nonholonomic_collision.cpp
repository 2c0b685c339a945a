#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A sleigh glides on a blade, which forbids motion sideways, and bounces off a wall.
int main() {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);  // x, y [m] and the angle [rad]
  const Expr c = cos(q(2)), s = sin(q(2)), nose = 0.5;      // [m]
  const Expr masses = vertcat(Expr(1.0), Expr(1.0), Expr(0.3));
  const System sleigh({.name = "sleigh",
                       .q = q,
                       .v = v,
                       .M = diag(masses),  // [kg], [kg m^2]
                       .V = 0.0,
                       .g = {{"wall", 2.0 - q(0) - nose * c}},  // its nose stays at x <= 2 m
                       .omega = {{"blade", c * v(1) - s * v(0) - 0.2 * v(2)}}});

  NonholonomicCollision stepper(sleigh);
  const State start{.q = Vector{{0.0, 0.0, 0.0}}, .p = Vector{{1.0, 0.02, 0.03}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  const State& end = run.last().state;
  std::cout << impacts(run).size() << " impact at t = " << impacts(run)[0].t << " s\n"
            << "the sleigh ends at " << end.q.transpose() << '\n'
            << "energy error " << energy_error(sleigh, run).cwiseAbs().maxCoeff() << " J\n";
}
