#pragma once

#include "program/options/options.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/problem.hpp"
#include "ricochet/state.hpp"

namespace ricochet::cli {

/// The start asked for, or the problem's own; sizes are checked, constraints are not.
[[nodiscard]] State make_start(const Options& o, const Problem& problem, const Discretization& rule,
                               double h);

/// Throws std::invalid_argument if the energy (of a separable system) or the gradient of a
/// constraint is not finite at the start: bodies at one place, numbers beyond all measure.
void refuse_singular_start(const System& system, const State& start);

/// Throws std::invalid_argument naming the rows that the start violates.
void refuse_violations(const System& system, const State& start);

}  // namespace ricochet::cli
