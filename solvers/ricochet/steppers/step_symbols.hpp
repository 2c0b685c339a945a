#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

/// The symbols of a step of size h from (q0, p0) to q1, and the parameters of the system. At the
/// end are the coordinates of the system itself, whose rows are written already.
struct StepSymbols {
  explicit StepSymbols(const System& s)
      : q0(Expr::sym("q0", s.n())),
        p0(Expr::sym("p0", s.n())),
        q1(s.q()),
        h(Expr::sym("h")),
        theta(s.parameter_symbols()) {}
  Expr q0, p0, q1, h, theta;
};

/// p1 = 2/h M (q1 - q0) - p0 as a kernel of (q0, p0, q1, h, theta): velocities are means over the
/// step.                                                                     [KP12] (B.15)
[[nodiscard]] inline Kernel mean_velocity_momentum(const System& s) {
  const StepSymbols z(s);
  return {"momentum",
          {z.q0, z.p0, z.q1, z.h, z.theta},
          {2.0 / z.h * mtimes(s.M(), z.q1 - z.q0) - z.p0}};
}

}  // namespace ricochet
