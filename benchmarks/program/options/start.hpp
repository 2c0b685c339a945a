#pragma once

#include "program/options/options.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/state.hpp"

namespace ricochet::cli {

/// The start asked for, or the problem's own; sizes are checked, constraints are not.
[[nodiscard]] State given_start(const Options& o, const Problem& problem,
                                const Discretization& rule, double h);
/// The same for a system of the problem with other parameter values.
[[nodiscard]] State given_start(const Options& o, const Problem& problem, const System& system,
                                const Discretization& rule, double h);
/// The first one, projected if that is asked for.
[[nodiscard]] State make_start(const Options& o, const Problem& problem, const Discretization& rule,
                               double h);

/// Throws std::invalid_argument naming the rows that the start of a run of step h violates.
void refuse_violations(const System& system, const State& start, double h);

}  // namespace ricochet::cli
