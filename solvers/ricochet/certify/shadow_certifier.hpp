#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/shadow/shadow_meter.hpp"
#include "ricochet/step_certifier.hpp"

#include <memory>

namespace ricochet {

/// What `shadow` claims of its steps.
struct ShadowClaims {
  ShadowKind kind = {.order = 4};
  double anchor = 0.01;  ///< kappa
  Backend backend;       ///< of virtual steps
};

/// Judges steps of `shadow`. Every step ends where no gap is negative. Motion: the free step behind
/// the impacts at its start, the flights between located ones, or the step that lands. Equalities
/// hold; contacts that rest are those that the step names, see ShadowRests, and only push. An
/// impact turns the momentum along a generalized reflection, scaled by one factor. Contacts that
/// act on each other share one impact at the start of a step, others do not. An impact is refused
/// where the free step violates no contact at all; where one rests under load the free step always
/// does. The energy E, of
/// kernels of its own, is E' = e - kappa (e - E*) behind every impact at the start of a step, on
/// the larger root, and at the end of a step with located impacts but for the debt; where no event
/// is, the debt stays, but for what a change of the contacts that rest does to E.
[[nodiscard]] std::unique_ptr<StepCertifier> certify_shadow(const System& s,
                                                            const Discretization& d,
                                                            const ShadowClaims& claims);

}  // namespace ricochet
