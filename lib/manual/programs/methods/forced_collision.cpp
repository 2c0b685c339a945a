#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// A ball with drag bounces on a rough floor until it rests.
int main() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);  // (x, y) [m], [m/s]
  const Contact rough{
      .restitution = 0.6, .friction = 0.2, .tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const System ball({.name = "ball",
                     .q = q,
                     .v = v,
                     .M = Expr::eye(2),                 // [kg]
                     .V = 9.81 * q(1),                  // [J]
                     .g = {{"floor", q(1), rough}},     // y >= 0 [m]
                     .forces = {{"drag", -0.1 * v}}});  // [N]

  ForcedCollision stepper(ball);
  const State start{.q = Vector{{0.0, 1.0}}, .p = Vector{{3.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 400});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  double lost = 0.0;  // [J]
  for (const Impact& hit : impacts(run)) lost += hit.energy_minus - hit.energy_plus;
  std::cout << "impacts take " << lost << " J\n"
            << "the ball ends at " << run.last().state.q.transpose() << " m with the momentum "
            << run.last().state.p.transpose() << " N s\n";
}
