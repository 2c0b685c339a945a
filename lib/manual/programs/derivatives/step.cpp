#include "ricochet/derivatives.hpp"
#include "ricochet/methods.hpp"

#include <cstdio>

using namespace ricochet;

int main() {
  const Expr q = Expr::sym("q", 2), g = Expr::sym("g"), e = Expr::sym("e");
  const System ball({.name = "ball",
                     .q = q,
                     .parameters = {{"gravity", g, 9.81}, {"restitution", e, 0.8}},
                     .M = Expr::eye(2),
                     .V = g * q(1),
                     .g = {{"floor", q(1), Contact{.restitution = e}}}});
  ForcedCollision stepper(ball,
                          {.discretization = verlet(), .backend = newton(), .law = Law::newton});

  // (x, theta, h) -> (end, impact times, ...) with x = (q, p), and its derivatives by theta.
  const DifferentiableStep step(stepper, {.parameters = {"gravity", "restitution"}});
  const casadi::MX theta = casadi::MX::sym("theta", 2);
  const std::vector<double> start{0.0, 0.02, 1.5, -2.0};
  const auto made = step.function()(std::vector<casadi::MX>{start, theta, 0.02});
  const casadi::MX &end = made[0], &times = made[1];
  const casadi::Function answer("answer", {theta},
                                {end(1), times(0), jacobian(end(1), theta),
                                 jacobian(times(0), theta), hessian(end(1), theta)});
  const auto y = answer(casadi::DM(std::vector<double>{9.81, 0.8}));
  std::printf("height after the step  %.6f m, impact at %.6f s\n", double(y[0]), double(y[1]));
  std::printf("height by gravity      %.6e, by restitution %.6f\n", double(y[2](0)),
              double(y[2](1)));
  std::printf("impact time by gravity %.6e, by restitution %.6f\n", double(y[3](0)),
              double(y[3](1)));
  std::printf("second derivative by gravity and restitution %.6e\n", double(y[4](0, 1)));
}
