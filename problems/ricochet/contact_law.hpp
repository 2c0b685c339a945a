#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

/// Gives every inequality the same contact law, with the parameters "restitution" = 1 and
/// "friction" = 0; conservative methods refuse other values.
[[nodiscard]] SystemSpecification with_contact_law(SystemSpecification specification);

}  // namespace ricochet
