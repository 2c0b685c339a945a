#include "ricochet/derivatives.hpp"
#include "ricochet/methods.hpp"

#include <casadi/core/nlpsol.hpp>

#include <cmath>
#include <cstdio>

using namespace ricochet;

int main() {
  const Expr q = Expr::sym("q", 2), g = Expr::sym("g"), e = Expr::sym("e");
  const System ball({.name = "ball",
                     .q = q,
                     .parameters = {{"gravity", g, 9.81}, {"restitution", e, 0.85}},
                     .M = Expr::eye(2),
                     .V = g * q(1),
                     .g = {{"floor", q(1), Contact{.restitution = e}}}});

  // Throw it from (0, 1) so that it bounces twice and rises through (4, 0.5), as gently as
  // possible.
  Phases path = phases(ball, {.q = Vector{{0.0, 1.0}}, .p = Vector{{1.5, 2.0}}}, {"floor", "floor"},
                       {.time = 2.5});
  path.fix("q[0][0]");
  path.fix("q[0][1]");
  path.require(path.end_q() - Expr(std::vector<double>{4.0, 0.5}));
  path.require(path.end_p()(1), 0.0, 100.0);
  const casadi::Function solver =
      casadi::nlpsol("solver", "ipopt", path.nlp(dot(path.start_p(), path.start_p())),
                     {{"ipopt.print_level", 0}, {"ipopt.sb", "yes"}, {"print_time", false}});
  const casadi::DMDict found = solver(path.arguments());
  const PathCheck check = path.check(found.at("x"));
  std::printf("speed %.6f m/s\n", std::sqrt(double(found.at("f"))));
  std::printf("the run from there has the same impacts: %s\n", check.same_sequence ? "yes" : "no");
  std::printf("its end is off by %.1e m\n", check.distance);
}
