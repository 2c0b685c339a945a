#pragma once

#include "ricochet/stepper.hpp"

#include <casadi/core/function.hpp>

#include <string>

namespace ricochet {

/// A phase of an optimal-control problem of one's own: a flight of any duration that ends with an
/// impact on a contact, as expressions.
///
///   casadi::Function flight = flight_function(*stepper, "floor", 8);
///
/// Inputs: x = (q, p) at its start, the values theta of all parameters, its duration T [s], the
/// time t of its start [s], and what a solver has to find, z: per substep of size T / substeps its
/// end q and the multipliers of equalities, then the impulse [N s] and those of the equalities.
/// Outputs:
///
///   end    (q, p) after the impact
///   rows   = 0: the equations of the substeps, the gap of the contact at the last of them, and the
///          law of the impact
///   gaps   g(q) at the ends of substeps, one column each; >= 0 keeps the flight in the room [m]
///
/// Without a name of a contact the flight ends freely. All derivatives are exact. It is made of
/// expressions alone: CasADi writes it to files, reads it back and generates C.
///
/// Throws std::invalid_argument for a contact that there is not, less than one substep, a
/// method without equations for derivatives, nonholonomic rows, the law beta and steps that go back
/// in time. Hold lock_symbolics() as for a stepper.
[[nodiscard]] casadi::Function flight_function(const Stepper& stepper, const std::string& contact,
                                               Index substeps);

}  // namespace ricochet
