#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

// The energies H + h^2 K_2 + h^4 K_4 + ... of symmetric rules, cut behind h^order, as expressions
// in M and V and their derivatives by CasADi. The map of the rule conserves them to O(h^(order+2)).
// Orders are 2, 4, 6 and 8; the size of an expression grows about sevenfold with each.

/// Of the Verlet rule, kick-drift-kick: a series of brackets, see bracket_series.hpp.
[[nodiscard]] Expr shadow_of_verlet(const System& s, const Expr& q, const Expr& p, const Expr& h,
                                    int order);

/// Of the midpoint rule, z1 - z0 = J grad S((z0 + z1)/2) with S = h H. The flow of an energy E over
/// the time t has such an S, too, with dS/dt = E(w + J grad S / 2). So S = sum_i t^i S_i, i odd,
///
///   i S_i = sum_m 1/m! sum_(i1 + .. + im = i - 1) E^(m)(d_i1, .., d_im),   d_i = J grad S_i / 2,
///
/// and E is the energy for which S = h H at t = h.
[[nodiscard]] Expr shadow_of_midpoint(const System& s, const Expr& q, const Expr& p, const Expr& h,
                                      int order);

}  // namespace ricochet
