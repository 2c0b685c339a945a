#pragma once

#include "ricochet/contact/contact_gradients.hpp"
#include "ricochet/steppers/step_symbols.hpp"

/// What a step of RATTLE reads of its contacts, see RattleContact.
namespace ricochet {

/// Of (q0, p0, theta): v0, and what contacts do at the start of a step.
[[nodiscard]] inline Kernel rattle_start(const System& s) {
  const StepSymbols z(s);
  const Expr v0 = s.velocity(z.p0);
  return {"start",
          {z.q0, z.p0, z.theta},
          {v0, s.g(z.q0), densify(mtimes(s.G(z.q0).T(), v0)), densify(mtimes(s.T(z.q0).T(), v0))}};
}

/// Of (q0, q1, h, theta): gaps at the end and mean slips.
[[nodiscard]] inline Kernel rattle_way(const System& s) {
  const StepSymbols z(s);
  const Expr middle = 0.5 * (z.q0 + z.q1), w = (z.q1 - z.q0) / z.h;
  return {"way", {z.q0, z.q1, z.h, z.theta}, {s.g(z.q1), densify(mtimes(s.T(middle).T(), w))}};
}

/// Of (q0, q1, h, theta): h times the derivatives of g(q1)/h, mean slips and f(q1)/h by q1.
[[nodiscard]] inline ContactGradients rattle_way_gradients(const System& s) {
  const StepSymbols z(s);
  const Expr middle = 0.5 * (z.q0 + z.q1), w = (z.q1 - z.q0) / z.h;
  const Expr slips = densify(mtimes(s.T(middle).T(), w));
  return ContactGradients(Kernel(
      "way_gradients", {z.q0, z.q1, z.h, z.theta},
      {sparsify(s.G(z.q1)), sparsify(z.h * sparse_jacobian(slips, z.q1).T()), sparsify(s.F(z.q1))},
      true));
}

}  // namespace ricochet
