#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_problem.hpp"
#include "ricochet/system.hpp"

#include <optional>

namespace ricochet {

/// Whether it matters to steps of a system when they begin: with forces and drives.
[[nodiscard]] bool timed(const System& s);

// The parameter t, when the step begins, has size 0 for a system without forces and drives.

/// The free position (8.1) as a square system: D1 L_d(q0, x, h) + F- + p0 = 0; parameters
/// (q0, p0, h, theta, t).
[[nodiscard]] StepProblem free_problem(const System& s, const Discretization& d);

/// The position update with contacts and equalities, [KP12] (7.8) which contains (5.6)-(5.7) and
/// (7.3)-(7.4): unknowns (q1, lambda, nu), parameters (q0, p0, h, mask, theta, t).
[[nodiscard]] StepProblem position_problem(const System& s, const Discretization& d);

/// The momentum update [KP12] (7.9), which contains (5.8)-(5.9) and (7.5)-(7.6), as a projection:
/// unknowns (y, mu, xi), parameters (q0, q1, h, mask, theta, t).
[[nodiscard]] StepProblem momentum_problem(const System& s, const Discretization& d);

/// Where the equations of the free position are linear in it with a constant diagonal matrix, one
/// step of Newton's method is the answer: (q1, q0, p0, h, theta, t) -> (rows at q1, the diagonal).
/// None otherwise.
[[nodiscard]] std::optional<Kernel> explicit_free_position(const System& s,
                                                           const Discretization& d);

/// D2 L_d + F+: (q0, q1, h, theta, t) -> momentum.
[[nodiscard]] Kernel end_momentum(const System& s, const Discretization& d);

}  // namespace ricochet
