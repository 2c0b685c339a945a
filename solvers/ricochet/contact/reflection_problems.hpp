#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step_problem.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// One pass for an energy that is not quadratic in p: from z, the impulses that stop the approach
/// (a ConeSolver), min 1/2 |y - 2z|^2 subject to E(p + N y) = E(p), N_V^T M^-1 (p + N y)
/// >= 0 and y >= 0. y = 0 satisfies the energy too; start and admissibility keep it out.
/// Parameters: (q, p, h, N, 1 for slots in V, 2z, theta).
[[nodiscard]] StepProblem general_pass_problem(const System& s, const Discretization& d,
                                               const Energy& energy, Index slots);

}  // namespace ricochet
