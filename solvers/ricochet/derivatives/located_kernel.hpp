#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_kernel.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What decides the impulse of an impact on one contact.
enum class ImpactRule {
  energy,      ///< E_d of the flight behind it is that of the flight before, [FMOW03] (75)
  restitution  ///< the gap opens with e times the speed with which it closed
};

/// The equations of a step that flies from impact to impact, each on one contact without friction:
///
///   p + D1 L_d(q, x, tau) + F- + F(q) nu = 0,  x = q + tau w,  f(x) = 0       of every flight
///   p1 = D2 L_d(q, x, tau) + F+ + F(x) xi,     F(x)^T v(p1) = 0               where it ends
///   g_c(x) = 0,  p1+ = p1 + lambda grad g_c + F zeta,  F^T v(p1+) = 0         at an impact
///
/// and the rule. z lists per flight w, nu, its length tau if it ends with an impact, and xi; then
/// of the impact lambda and zeta.
///
/// Throws std::invalid_argument for systems whose steps are not of this kind.
[[nodiscard]] StepKernel located_kernel(const System& s, const Discretization& d, ImpactRule rule,
                                        Index impacts);

}  // namespace ricochet
