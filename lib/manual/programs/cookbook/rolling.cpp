#include "ricochet/methods.hpp"

#include <cmath>
#include <iostream>
using namespace ricochet;

// A disc rolls down a slope of 0.2 rad without slip, and bounces off a stop.
int main() {
  const double radius = 0.1, inertia = 0.5 * radius * radius, slope = 9.81 * std::sin(0.2);
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);  // way along the slope [m], angle [rad]
  const System disc({.name = "disc",
                     .q = q,
                     .v = v,
                     .M = diag(vertcat(Expr(1.0), Expr(inertia))),  // [kg], [kg m^2]
                     .V = -slope * q(0),                            // [J]
                     .g = {{"stop", 1.0 - q(0)}},                   // [m]
                     .omega = {{"no slip", v(0) - radius * v(1)}}});

  NonholonomicCollision stepper(disc);
  const State start{.q = Vector::Zero(2), .p = Vector::Zero(2)};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 150});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  // Rolling takes a third of the energy: a = 2/3 g sin(0.2).
  std::cout << "the disc meets the stop at t = " << impacts(run)[0].t << " s, exact "
            << std::sqrt(2.0 / (2.0 / 3.0 * slope)) << " s\n";
}
