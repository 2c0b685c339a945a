#include "ricochet/methods.hpp"

#include <cmath>
#include <iostream>
using namespace ricochet;

// A block on a slope of 0.3 rad sticks if tan(0.3) = 0.309 is less than the coefficient of
// friction.
int main() {
  const Expr q = Expr::sym("q", 2);  // along the slope and away from it [m]
  const Expr friction = Expr::sym("friction");
  const double along = 9.81 * std::sin(0.3), across = 9.81 * std::cos(0.3);  // [m/s^2]
  const Contact rough{
      .restitution = 0.0, .friction = friction, .tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const System block({.name = "block",
                      .q = q,
                      .parameters = {{"friction", friction, 0.5, Range::at_least(0.0)}},
                      .M = Expr::eye(2),                  // [kg]
                      .V = across * q(1) - along * q(0),  // [J]
                      .g = {{"slope", q(1), rough}}});    // [m]

  ForcedCollision stepper(block);
  const State start{.q = Vector::Zero(2), .p = Vector::Zero(2)};
  for (const double coefficient : {0.5, 0.2}) {
    stepper.set("friction", coefficient);
    const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 100});
    if (!run.ok()) {
      std::cerr << run.message() << '\n';
      return 1;
    }
    std::cout << "friction " << coefficient << ": after 1 s the block is at "
              << run.last().state.q[0] << " m\n";
  }
  std::cout << "exact: 0 and " << 0.5 * (along - 0.2 * across) << " m\n";
}
