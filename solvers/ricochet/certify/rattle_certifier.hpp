#pragma once

#include "ricochet/step_certifier.hpp"

#include <memory>

namespace ricochet {

/// Judges steps of nonsmooth RATTLE, [BCEL24], see Rattle for the equations:
///
///   dynamics         both halves of the step, with all impulses in it
///   equality, tangency   f(q1) = 0, F(q1)^T v1 = 0
///   gap              g(q1) >= 0
///   sign, complementarity, friction   first stage: (R1, rho1) against gaps at the end and mean
///                    slips, as ways within h
///   jump and the same kinds   second stage: P = (R1 + R2, rho1 + rho2) against the velocities of
///                    Coulomb's law with restitution, for the contacts that are held; others carry
///                    nothing
///   energy           impulses do no work at these velocities; where an impact has a share of its
///                    restitution, all impulses of both stages raise the energy only if the share
///                    is 0, and without friction lower it only if the share is 1
///
/// limits: with the limit of Rattle; else shares are refused, and impulses may raise the energy.
[[nodiscard]] std::unique_ptr<StepCertifier> certify_rattle(const System& s, bool limits = true);

}  // namespace ricochet
