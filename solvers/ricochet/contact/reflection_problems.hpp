#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step_problem.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// How many contacts the problems below have room for, min(m, 2 n + 16): equal spheres that touch
/// have at most two contacts per coordinate, 16 are for walls and repeated rows.
[[nodiscard]] Index contact_capacity(Index n, Index m);

/// One pass for a quadratic energy E = 1/2 p^T A p + ..., [KP12] (A.1) in primal form:
///
///   min 1/2 dp^T A dp   subject to   N_i^T A (2p + dp) >= 0 for the members of V,
///
/// whose multipliers are the impulses y >= 0, dp = N_V y. It conserves E because
/// 2 (E+ - E-) = y^T N^T A (2p + dp) = 0 is its complementarity. There is room for `slots`
/// contacts; parameters: (p, A, N^T A, diagonal of N^T A N, 1 for slots in V).
[[nodiscard]] StepProblem pass_problem(Index n, Index slots, double length, double time);

/// One pass for an energy that is not quadratic in p: from z, the impulses that stop the approach
/// (pass_problem with p/2), min 1/2 |y - 2z|^2 subject to E(p + N y) = E(p), N_V^T M^-1 (p + N y)
/// >= 0 and y >= 0. y = 0 satisfies the energy too; start and admissibility keep it out.
/// Parameters: (q, p, h, N, 1 for slots in V, 2z, theta).
[[nodiscard]] StepProblem general_pass_problem(const System& s, const Discretization& d,
                                               const Energy& energy, Index slots);

/// Does the cone have an interior? min 1/2 |v|^2 subject to N_i^T M^-1 v >= 1 for the members; its
/// failure is no_admissible_impulse. Parameters: (N^T M^-1 scaled to unit rows, 1 for members).
[[nodiscard]] StepProblem interior_problem(Index n, Index slots);

}  // namespace ricochet
