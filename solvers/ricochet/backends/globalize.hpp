#pragma once

#include "ricochet/backends/crossover.hpp"

namespace ricochet {

/// When the active-set search from the guess fails: descends the merit 1/2 |Phi|^2 of the
/// Fischer-Burmeister rows from the guess by a damped Newton method with line search, takes the
/// active set found there and settles it; enumerates the ambiguous pairs if signs stay wrong.
/// Returns converged, infeasible, singular (the merit has a minimum that is not zero), not_finite
/// or iteration_limit. Beyond 600 unknowns nothing is descended and nothing is called infeasible.
StepStatus globalize(Crossover& crossover, const Vector& guess, ActiveFlags& active,
                     SolverStatistics& statistics);

/// True if the violation of the constraints alone, descended from the guess, has a minimum that is
/// not zero: no point near satisfies them. False also if the descent remains undecided.
[[nodiscard]] bool has_no_feasible_point(ActiveSet& rows, const Vector& guess,
                                         SolverStatistics& statistics);

}  // namespace ricochet
