#pragma once

#include "ricochet/step_certifier.hpp"

#include <memory>

namespace ricochet {

/// Judges steps of Moreau and Jean, [AB08], see MoreauJean for the equations. With x = q0 + h/2 v0,
/// q* = q0 + h/2 (v0 + v1) and u = v1 + e P v0:
///
///   dynamics         the balance of momentum with all impulses in the Step; q1 = q* + h M^-1 F xi
///   equality         f(q1) = 0 if positions are `projected`
///   tangency         F^T v1 = 0, omega v1 = 0
///   sign, complementarity, jump   0 <= lambda _|_ n.u >= 0 for the contacts closed at x, others
///                    carry nothing
///   friction         |rho| <= mu lambda; mu lambda against T^T u where it is not 0
///   energy           the impulses of an island do no work at u: r.u <= 0
[[nodiscard]] std::unique_ptr<StepCertifier> certify_moreau_jean(const System& s, bool projected);

}  // namespace ricochet
