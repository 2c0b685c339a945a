#include "ricochet/methods.hpp"

#include <algorithm>
#include <iostream>
using namespace ricochet;

// A skate on an inclined plane turns at a constant rate. It does not slide down: it swings to and
// fro.
int main() {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);  // x, y [m], angle [rad]
  const System skate({.name = "skate",
                      .q = q,
                      .v = v,
                      .M = diag(vertcat(Expr(1.0), Expr(1.0), Expr(0.1))),  // [kg], [kg m^2]
                      .V = -2.0 * q(0),  // the plane falls along x [J]
                      .omega = {{"blade", cos(q(2)) * v(1) - sin(q(2)) * v(0)}}});

  NonholonomicCollision stepper(skate);
  const State start{.q = Vector::Zero(3), .p = Vector{{0.0, 0.0, 0.1}}};  // turns with 1 rad/s
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 1000});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  double lowest = 0.0;  // how far down it comes [m]
  for (const Step& step : run.steps) lowest = std::max(lowest, step.state.q[0]);
  std::cout << "after 10 s the skate is at " << run.last().state.q.head(2).transpose() << " m\n"
            << "it never comes further down than " << lowest << " m, exact 1 m\n";
}
