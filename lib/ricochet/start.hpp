#pragma once

#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

#include <string>
#include <vector>

namespace ricochet {

// What a State must be to begin a run. Numbers only: nothing is built.

/// Throws std::invalid_argument if t, q or p is not finite or has a wrong size.
void check_start(const System& system, const State& start);

/// Throws std::invalid_argument naming the term (V, its gradient, the gradient of a constraint, the
/// energy) that is NaN or infinite at the start, as for two bodies at the same place.
void check_finite_start(const System& system, const State& start);

/// Which rows a start violates by more than the tolerances ("inequality 'floor': g = -0.1, expected
/// >= 0"); empty if none. With v the velocity that belongs to p, a start satisfies
///
///   f(q) = 0,   g(q) >= 0,   F(q)^T v = 0,   omega(q) v = 0.
///
/// A contact that is closed may be approached: that is an impact, not a violation.
///
/// The last condition has a larger tolerance. With nonholonomic rows the momentum of a step is
/// known only up to multiples of omega^T. It is a discrete momentum, -D1 L_d or D2 L_d, which
/// differs from M v by a force during at most h. So a separable system, where v = M^-1 p, may
/// violate omega v = 0 by as much as its forces and the change of its rows do within one step of
/// size h: such a start is consistent to first order. For a Lagrangian .L with nonholonomic rows
/// the condition is not judged: its p need not be dL/dv ([RC25] Algorithm 1 begins with -D1 L_d).
[[nodiscard]] std::vector<std::string> violations(const System& system, const State& start,
                                                  double h = 0.0);

}  // namespace ricochet
