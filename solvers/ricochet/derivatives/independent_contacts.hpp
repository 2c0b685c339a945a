#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/step_equations.hpp"

namespace ricochet {

/// Leaves out rows of contacts that the others and the equalities imply at a position: their
/// Delassus matrix has no more pivots.
void keep_independent(ContactOperator& at, const Vector& q, StepSequence::Contacts& set);

}  // namespace ricochet
