#pragma once

#include "ricochet/step_problem.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

// The parts of a step of Moreau and Jean in symbols, see moreau_jean.hpp. v = M^-1 p; contacts and
// constraints act at x = q0 + h/2 v0.

/// Of (q0, p0, h, theta): x, v0 and the gaps g(x).
[[nodiscard]] Kernel moreau_jean_forecast(const System& s);

/// Of (q0, p0, v1, t, h, theta): the momentum that is missing without contacts and constraints,
///
///   R = M (v1 - v0) + h/2 (gradV(q0) + gradV(q*)) - h/2 (Q(q0, w, t) + Q(q*, w, t + h))
///
/// with w = (v0 + v1)/2 and q* = q0 + h w; and K, the symmetric part of dR/dv1, sparse.
[[nodiscard]] Kernel moreau_jean_dynamics(const System& s);

/// The motion under given impulses `push` of contacts: unknowns (q*, nu, kappa) with
///
///   R = push + F nu + omega^T kappa,   F^T v1 = 0,   omega v1 = 0.
[[nodiscard]] StepProblem moreau_jean_motion(const System& s);

/// The position: f(q* + h M^-1 F xi) = 0, unknowns xi.
[[nodiscard]] StepProblem moreau_jean_position(const System& s);

/// Of (q*, x, xi, h, theta): q* + h M^-1 F xi.
[[nodiscard]] Kernel moreau_jean_shift(const System& s);

}  // namespace ricochet
