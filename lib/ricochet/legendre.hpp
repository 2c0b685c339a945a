#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

/// The Legendre transform of a system that is given by a Lagrangian L(q, v):
///
///   p = dL/dv(q, v),   H(q, p) = p^T v - L(q, v)   at the v that has this p.
///
/// Where L is quadratic in v, p is linear in v, and v and H are expressions. Elsewhere v is found
/// by Newton's method from v = 0, with d2L/dv2 from CasADi.
///
/// H belongs to a true momentum. Of a system with nonholonomic rows the momentum of a step is known
/// modulo these rows, and the energy is that of the step, E_d.

/// The velocity with this momentum, to round-off. Throws std::invalid_argument if there is none to
/// be found. Numbers only.
[[nodiscard]] Vector velocity_of(const System& system, const Vector& q, const Vector& p);

/// True if d2L/dv2 is free of v.
[[nodiscard]] bool quadratic_in_velocity(const System& system);

/// H(q, p) as an expression; throws std::invalid_argument if L is not quadratic in v.
[[nodiscard]] Expr hamiltonian(const System& system, const Expr& q, const Expr& p);

}  // namespace ricochet
