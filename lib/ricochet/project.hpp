#pragma once

#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The admissible start nearest to a state. A run can begin with it where the state itself violates
/// constraints.
///
/// First the position. In the kinetic metric M (of a Lagrangian: d2L/dv2 at the state) it solves
///
///   min 1/2 (q1 - q)^T M (q1 - q)   subject to   f(q1) = 0,   g(q1) >= 0,
///
/// by linearised constraints with an active set (Gauss-Newton), then by Newton on the rows that are
/// closed, to 1e-14 of the system's length. Of a union the largest piece counts. A contact that was
/// violated is closed afterwards; a position that is admissible is not touched.
///
/// Then the momentum, if it violates the rows: that of the nearest velocity with
///
///   F(q1)^T v1 = 0,   omega(q1) v1 = 0,   grad g_i^T v1 >= min(0, grad g_i^T v)   if g_i is
///   closed.
///
/// So only equalities and nonholonomic rows change the velocity. The approach to a contact is kept,
/// and no approach becomes faster. The momentum of a Lagrangian with nonholonomic rows is known
/// only up to multiples of these rows and stays as it is.
///
/// Throws std::invalid_argument if no admissible position is found near the state. Numbers only.
[[nodiscard]] State project(const System& system, const State& state);

}  // namespace ricochet
