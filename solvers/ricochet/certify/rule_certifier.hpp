#pragma once

#include "ricochet/step_certifier.hpp"

#include <memory>

namespace ricochet {

// Judges of the baselines: rules of one step in q and p with contact forces substituted into them.
// v = M^-1 p throughout; lambda and nu are the impulses in the Step.

/// [KP12] (B.12)-(B.15): the midpoint rule with contact forces at the end, or at the midpoint, of
/// the step: q1 = q0 + h/2 (v0 + v1), p1 = p0 - h gradV(middle) + G(w) lambda + F(w) nu.
[[nodiscard]] std::unique_ptr<StepCertifier> certify_direct(const System& s, bool at_midpoint);

/// [KP12] (B.8)-(B.9), or with `imex` (B.10)-(B.11); contacts act at q1.
[[nodiscard]] std::unique_ptr<StepCertifier> certify_newmark(const System& s, double beta,
                                                             double gamma, bool imex);

}  // namespace ricochet
