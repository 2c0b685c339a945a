#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_problem.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What a flight has besides forces, equalities and nonholonomic rows.
struct FlightKind {
  bool holding = false;  ///< some contacts are kept closed, some contact points pinned
  bool impact = false;   ///< it begins with an impulse that keeps the discrete energy
};

/// One step of size tau as a square system in the velocity w, so that no size is too small:
///
///   p + D1 L_d(q, x, tau) + F- + F(q) nu + omega(q)^T kappa + G lambda + T rho + sigma d = 0
///   x = q + tau w,   f(x) = 0,   omega w = 0 on average over the rule's own points
///   g_i(x) = 0 for contacts held, else lambda_i = 0
///   T_j^T w = 0 (average) if pinned, else rho_j = drag_j lambda_i - rub_j lambda_i T_j^T w / |T^T
///   w| E_d(q, x, tau) = E for an impact of impulse sigma d
///
/// [FMOW03] (46), (48), (75)-(78), [RC25] Theorem 3.1, read as in solvers/README.md.
/// Unknowns (w, nu, kappa, [lambda, rho], [sigma], [tau]) and parameters
/// (q, p, t, h of the step, theta, [held, pinned, drag, rub], [d, E], tau or weights), blocks of
/// these names; what a kind lacks has size 0. `hit` makes tau unknown and adds the equation
/// weights^T g(x) = 0.
[[nodiscard]] StepProblem flight_problem(const System& s, const Discretization& d, FlightKind kind,
                                         bool hit);

/// The equations and their Jacobians by the unknowns and by tau, for the unknowns and parameters of
/// a flight that is no hit.
[[nodiscard]] Kernel flight_rates(const System& s, const Discretization& d, FlightKind kind);
/// The equations alone.
[[nodiscard]] Kernel flight_rows(const System& s, const Discretization& d, FlightKind kind);

/// The momentum at the end, D2 L_d + F+, projected, with pi_j = drag_j mu_i along tangents that are
/// not pinned: unknowns (p1, xi, mu, pi), parameters (D2Ld: the sum, x, h, theta, held, pinned,
/// drag).
[[nodiscard]] StepProblem landing_problem(const System& s);

}  // namespace ricochet
