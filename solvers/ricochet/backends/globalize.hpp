#pragma once

#include "ricochet/backends/crossover.hpp"

namespace ricochet {

/// Used when the active-set search from the guess fails. Descends the merit 1/2 |Phi|^2 of the
/// Fischer-Burmeister rows from the guess by a damped Newton method with line search, takes the
/// active set found there and solves for it; enumerates the ambiguous pairs if signs stay wrong.
/// Returns converged, infeasible, singular (the merit has a minimum that is not zero), not_finite
/// or iteration_limit. With more than 600 unknowns there is no descent, and nothing is called
/// infeasible.
StepStatus globalize(Crossover& crossover, const Vector& guess, ActiveFlags& active,
                     SolverStatistics& statistics);

/// True if the violation of the constraints alone, descended from the guess, has a minimum that is
/// not zero: no point near the guess satisfies them. False also if the descent does not decide.
[[nodiscard]] bool has_no_feasible_point(ActiveSet& rows, const Vector& guess,
                                         SolverStatistics& statistics);

}  // namespace ricochet
