#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A method for contacts that slide meets an impact: the third step fails.
int main() {
  const Expr q = Expr::sym("q", 1);  // height [m]
  const System ball(
      {.name = "ball", .q = q, .M = Expr::eye(1), .V = 9.81 * q(0), .g = {{"floor", q(0)}}});

  DiscreteSmooth stepper(ball);
  const State start{.q = Vector{{0.05}}, .p = Vector{{-2.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 100});

  std::cout << run.made << " steps were made, until t = " << run.last().state.t << " s\n";
  if (!run.ok()) std::cout << run.message() << '\n';
}
