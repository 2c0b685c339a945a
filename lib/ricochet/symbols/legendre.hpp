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
/// H needs the momentum itself. With nonholonomic rows the momentum of a step is known only up to
/// multiples of these rows; the energy of such a run is that of its steps, E_d.

/// The velocity with this momentum, to round-off. Throws std::invalid_argument if none is found.
/// Numbers only.
[[nodiscard]] Vector velocity_of(const System& system, const Vector& q, const Vector& p);

/// True if d2L/dv2 is free of v.
[[nodiscard]] bool quadratic_in_velocity(const System& system);

/// H(q, p) as an expression; throws std::invalid_argument if L is not quadratic in v.
[[nodiscard]] Expr hamiltonian(const System& system, const Expr& q, const Expr& p);

}  // namespace ricochet
