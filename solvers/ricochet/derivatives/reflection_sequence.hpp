#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/step_equations.hpp"

namespace ricochet {

/// More in one reflection would take long to compile.
constexpr Index most_passes = 8;

/// A reflection at q whose passes are those of a step from the first one on: of each pass the
/// contacts that are pushed. Returns why it has no equations, to be read behind its contacts and
/// time, or nothing.
[[nodiscard]] std::string read_reflection(ContactOperator& at, const Vector& q, const Step& to,
                                          Index first, Index passes, StepSequence::Impact& decided);

}  // namespace ricochet
