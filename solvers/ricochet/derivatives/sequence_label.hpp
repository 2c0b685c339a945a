#pragma once

#include "ricochet/step_equations.hpp"

namespace ricochet {

/// A number for a sequence; m: entries of g. Where every impact pushes one contact and no contact
/// lasts it is the sum of (entry + 1) (m + 1)^j over the impacts j, with 0 for a step without
/// impacts. Every other sequence has a negative number of its own, exact as a double.
[[nodiscard]] double label_of(const StepSequence& sequence, Index m);

}  // namespace ricochet
