#pragma once

#include "ricochet/step_solver.hpp"

namespace ricochet {

/// Native primal-dual active-set Newton method, started at the guess. It takes microseconds where
/// IPOPT takes milliseconds.
///
/// It tries in turn: an active-set search from the guess; a line search on the Fischer-Burmeister
/// merit that comes near a solution, and the search from its set; enumeration of the ambiguous
/// pairs. Rank-deficient systems (duplicated or redundant rows) are solved in the minimum-norm
/// sense: the positions are unique, the impulses need not be. Takes every kind of step problem.
[[nodiscard]] Backend newton();

}  // namespace ricochet
