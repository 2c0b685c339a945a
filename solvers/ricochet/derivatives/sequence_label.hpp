#pragma once

#include "ricochet/step_equations.hpp"

namespace ricochet {

/// A number for a sequence; m: entries of g. Where no contact lasts and every impact pushes one
/// contact by a rule without a restitution (energy or mirror, of which a method has one), it is the
/// sum of (entry + 1) (m + 1)^j over the impacts j, with 0 for a step without impacts. Every other
/// sequence, impacts with a restitution among them, has a negative number of its own, exact as a
/// double.
/// Those of steps that reflect at a grid point are below -2^52, all others above.
[[nodiscard]] double label_of(const StepSequence& sequence, Index m);
/// Whether a step with this label does, so that its derivative does not converge to the motion's.
[[nodiscard]] bool reflects_at_grid(double label);

}  // namespace ricochet
