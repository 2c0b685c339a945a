#pragma once

#include "ricochet/system.hpp"

namespace ricochet::support {

/// Henon-Heiles with unequal masses: nonlinear, two coordinates, bounded below energy 1/6.
System henon_heiles();

/// One anharmonic oscillator, V = k (q^2/2 + q^4/4).
System anharmonic();

/// A Lagrangian whose mass matrix depends on q: polar coordinates (r, phi) in a potential.
System polar();

/// A damped and driven ball above a floor.
System driven_ball(double restitution);

/// A system with drag [N s/m] and a drive [N] that goes round with the time, coordinate after
/// coordinate.
inline System driven(SystemSpecification s, double drag = 0.3, double drive = 1.0) {
  const casadi_int n = s.q.size1();
  if (!given(s.v)) s.v = Expr::sym("v", n);
  if (!given(s.t)) s.t = Expr::sym("t");
  Expr round(0, 1);
  for (casadi_int i = 0; i < n; ++i)
    round = vertcat(round, drive * cos(3.0 * s.t + static_cast<double>(i)));
  s.name = "driven " + s.name;
  s.forces = {{"drag", -drag * s.v}, {"drive", round}};
  return System(s);
}

/// A particle above a floor in space.
System ball_in_space(double e, double mu);

}  // namespace ricochet::support
