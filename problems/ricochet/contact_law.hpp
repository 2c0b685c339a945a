#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

/// The numbers of a contact law that a problem has by itself. Conservative methods refuse others
/// than these.
struct ContactNumbers {
  double restitution = 1.0;
  double friction = 0.0;
};

/// Gives every inequality the same contact law, with the parameters "restitution" and "friction".
[[nodiscard]] SystemSpecification with_contact_law(SystemSpecification specification,
                                                   const ContactNumbers& numbers = {});

}  // namespace ricochet
