#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/system.hpp"

#include <string>

namespace ricochet {

// The forces Q(q, v, t) of a step as impulses on its two ends, [F03] 2.5: the virtual work of Q at
// the points of the rule. The step begins at q and t with the velocity w and lasts tau. A rule that
// is run backwards tells a motion in which velocities and times have the other sign.

/// F- = tau sum_j weight_j (1 - at_j) Q_j, with Q_j at q + at_j tau w, w and t + at_j tau.
[[nodiscard]] Expr force_at_start(const System& s, const Discretization& d, const Expr& q,
                                  const Expr& w, const Expr& t, const Expr& tau);
/// F+ = tau sum_j weight_j at_j Q_j.
[[nodiscard]] Expr force_at_end(const System& s, const Discretization& d, const Expr& q,
                                const Expr& w, const Expr& t, const Expr& tau);

/// Throws std::invalid_argument if there are forces but the rule declares no points for them.
void require_points_of_forces(const System& s, const Discretization& d, const std::string& stepper);

}  // namespace ricochet
