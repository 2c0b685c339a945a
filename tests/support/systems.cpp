#include "support/systems.hpp"

#include <vector>

namespace ricochet::support {

System henon_heiles() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);
  return System({.name = "henon-heiles",
                 .q = q,
                 .M = diag(Expr(std::vector<double>{1.0, 2.0})),
                 .V = 0.5 * (x * x + y * y) + x * x * y - y * y * y / 3.0});
}

System anharmonic() {
  const Expr q = Expr::sym("q"), stiffness = Expr::sym("stiffness");
  return System({.name = "anharmonic",
                 .q = q,
                 .parameters = {{"stiffness", stiffness, 1.0}},
                 .M = 1.0,
                 .V = stiffness * (0.5 * q * q + 0.25 * q * q * q * q)});
}

System polar() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), strength = Expr::sym("strength");
  const Expr r = q(0);
  return System(
      {.name = "polar",
       .q = q,
       .v = v,
       .parameters = {{"strength", strength, 0.8}},
       .L = 0.5 * (v(0) * v(0) + r * r * v(1) * v(1)) + strength / r - 0.1 * r * r * cos(q(1))});
}

System driven_ball(double restitution) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  return System({.name = "driven ball",
                 .q = q,
                 .v = v,
                 .t = t,
                 .M = Expr::eye(2),
                 .V = 9.81 * q(1),
                 .g = {{"floor", q(1), Contact{.restitution = restitution}}},
                 .forces = {{"drag", -0.3 * v}, {"drive", vertcat(cos(3.0 * t), sin(2.0 * t))}}});
}

System ball_in_space(double e, double mu) {
  const Expr q = Expr::sym("q", 3), zero = 0.0, one = 1.0;
  const Contact floor{.restitution = e,
                      .friction = mu,
                      .tangents = {vertcat(one, zero, zero), vertcat(zero, one, zero)}};
  return System({.name = "ball in space",
                 .q = q,
                 .M = Expr::eye(3),
                 .V = 0.0,
                 .g = {{"floor", q(2), floor}}});
}

}  // namespace ricochet::support
