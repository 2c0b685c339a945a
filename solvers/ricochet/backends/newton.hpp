#pragma once

#include "ricochet/step_solver.hpp"

namespace ricochet {

/// Native primal-dual active-set Newton, started at the guess: milliseconds become microseconds.
///
/// Chain: active-set search from the guess; then a line search on the Fischer-Burmeister merit to
/// come near a solution, and the search from its set; then enumeration of the ambiguous pairs.
/// Rank-deficient systems (duplicated or redundant rows) are solved in the minimum-norm sense: the
/// positions are unique, the impulses need not be. Takes every kind of step problem.
[[nodiscard]] Backend newton();

}  // namespace ricochet
