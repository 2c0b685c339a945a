#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

// Quantities of a flight as symbols: it begins at q and t, lasts tau and has the velocity w.

/// Shortest flight that gaps and equalities where it ends can steer, of .time; below, rates decide.
constexpr double shortest_steered = 1e-6;

/// M(q)^-1 r with the mass matrix of a resting system.
[[nodiscard]] Expr velocity_of(const System& s, const Expr& q, const Expr& r);
/// The velocity of momentum p for a Lagrangian that is quadratic in v; a first guess for others.
[[nodiscard]] Expr launch_velocity(const System& s, const Expr& q, const Expr& p);

/// E_d = -D3 L_d of a flight [J] as an energy at its start and at its end: less the work of forces
/// and of what moves by itself up to the points of the rule, plus that behind them.
[[nodiscard]] Expr energy_at_start(const System& s, const Discretization& d, const Expr& q,
                                   const Expr& w, const Expr& t, const Expr& tau);
[[nodiscard]] Expr energy_at_end(const System& s, const Discretization& d, const Expr& q,
                                 const Expr& w, const Expr& t, const Expr& tau);

/// T^T w of a flight on average over the rule's own points; the same for omega w.
[[nodiscard]] Expr mean_slip(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                             const Expr& tau);
[[nodiscard]] Expr mean_rows(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                             const Expr& tau);

}  // namespace ricochet
