#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The forces of a step as impulses on one of its ends: weights over the points of the rule. The
/// step begins at q and t with the velocity w and lasts tau; in a motion that is told backwards
/// both have the other sign. Certifiers do not share this with the methods that they judge.
[[nodiscard]] inline Expr impulse_of_forces(const System& s, const Discretization& d, const Expr& q,
                                            const Expr& w, const Expr& t, const Expr& tau,
                                            bool at_end) {
  Expr sum = Expr::zeros(s.n());
  if (s.specification().forces.empty()) return sum;
  for (const auto& [weight, at] : d.nodes())
    sum += weight * (at_end ? at : 1.0 - at) *
           s.Q(q + at * tau * w, d.direction() * w, d.direction() * (t + at * tau));
  return tau * sum;
}

}  // namespace ricochet
