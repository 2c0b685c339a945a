#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step_certifier.hpp"

#include <memory>

namespace ricochet {

/// What a method that locates impacts claims of its steps.
struct FlightClaims {
  /// What an impact does; see Law in laws.hpp.
  enum class Law {
    reflection,  ///< a generalized reflection that keeps `energy`, [KP12] (6.6)-(6.9)
    /// A share of a generalized reflection that keeps H; what it keeps is judged elsewhere.
    scaled_reflection,
    elastic,    ///< keeps the discrete energy E_d, [FMOW03] (48)
    automatic,  ///< elastic between contacts with e = 1 and no friction, else moreau
    beta,
    newton,
    coulomb,
    moreau,
    plastic,
  };
  Law law = Law::elastic;
  Energy energy = Energy::continuous;  ///< of reflections
  bool resting = false;                ///< their passes may push contacts that rest
  bool admissible = true;  ///< no gap is negative where a flight ends; else none that was open
  /// Contacts that rest follow Coulomb's law where a flight ends, too: they stop or leave. Else
  /// those that are held stop, by a push or a pull.
  bool may_leave = false;
  /// The step may be finished by flights that hold what they would cross, see
  /// FlightRecord::finishing.
  bool may_finish = false;
  bool backwards = false;  ///< the step is a motion of -t and -p; flights tell that motion
};

/// Judges steps that are sequences of flights and impacts, from Step::flights and Step::impacts.
///
/// Every flight: its equations of motion at both ends, equalities, rows and what is held; contacts
/// push, and only where they are closed; friction is inside its cone and against the slip. Every
/// impact: contacts that take part are closed, push, and are not approached behind it; impulses
/// explain the change of momentum; the law of the method holds, unless the impact is flagged. The
/// flights follow each other, from the state where the step begins to the one where it ends, and
/// last as long as the step.
[[nodiscard]] std::unique_ptr<StepCertifier> certify_flights(const System& s,
                                                             const Discretization& d,
                                                             const FlightClaims& claims);

}  // namespace ricochet
