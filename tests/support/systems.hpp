#pragma once

#include "ricochet/system.hpp"

namespace ricochet::support {

/// Henon-Heiles with unequal masses: nonlinear, two coordinates, bounded below energy 1/6.
inline System henon_heiles() {
  const Expr q = Expr::sym("q", 2), x = q(0), y = q(1);
  return System({.name = "henon-heiles",
                 .q = q,
                 .M = diag(Expr(std::vector<double>{1.0, 2.0})),
                 .V = 0.5 * (x * x + y * y) + x * x * y - y * y * y / 3.0});
}

/// One anharmonic oscillator, V = k (q^2/2 + q^4/4).
inline System anharmonic() {
  const Expr q = Expr::sym("q"), stiffness = Expr::sym("stiffness");
  return System({.name = "anharmonic",
                 .q = q,
                 .parameters = {{"stiffness", stiffness, 1.0}},
                 .M = 1.0,
                 .V = stiffness * (0.5 * q * q + 0.25 * q * q * q * q)});
}

/// A Lagrangian whose mass matrix depends on q: polar coordinates (r, phi) in a potential.
inline System polar() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), strength = Expr::sym("strength");
  const Expr r = q(0);
  return System(
      {.name = "polar",
       .q = q,
       .v = v,
       .parameters = {{"strength", strength, 0.8}},
       .L = 0.5 * (v(0) * v(0) + r * r * v(1) * v(1)) + strength / r - 0.1 * r * r * cos(q(1))});
}

}  // namespace ricochet::support
