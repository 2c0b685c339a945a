#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A ball is thrown on a rough floor. It bounces, slides and stops, and never enters the floor.
int main() {
  const Expr q = Expr::sym("q", 2);  // (x, y) [m]
  const Contact rough{
      .restitution = 0.5, .friction = 0.3, .tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const System ball({.name = "ball",
                     .q = q,
                     .M = Expr::eye(2),                // [kg]
                     .V = 9.81 * q(1),                 // [J]
                     .g = {{"floor", q(1), rough}}});  // y >= 0 [m]

  Rattle stepper(ball);
  const State start{.q = Vector{{0.0, 0.5}}, .p = Vector{{2.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << "the ball ends at " << run.last().state.q.transpose() << " m\n"
            << "smallest gap " << smallest_gap(ball, run) << " m\n"
            << "energy at the end " << energy(ball, run).tail(1) << " J\n";
}
