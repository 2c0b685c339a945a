#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A block slides on a rough floor until friction stops it, after the way v^2 / (2 mu g).
int main() {
  const Expr q = Expr::sym("q", 2);  // (x, y) [m]
  const Contact rough{
      .restitution = 0.0, .friction = 0.4, .tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const System block({.name = "block",
                      .q = q,
                      .M = Expr::eye(2),                // [kg]
                      .V = 9.81 * q(1),                 // [J]
                      .g = {{"floor", q(1), rough}}});  // y >= 0 [m]

  MoreauJean stepper(block);
  const State start{.q = Vector{{0.0, 0.0}}, .p = Vector{{2.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 100});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << "way " << run.last().state.q[0] << " m, exact " << 4.0 / (2 * 0.4 * 9.81) << " m\n"
            << "momentum at the end " << run.last().state.p[0] << " N s\n";
}
