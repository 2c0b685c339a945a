#pragma once

#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <vector>

namespace ricochet {

/// Contacts that y presses, taken from the hardest on, whose normal rows do not depend on each
/// other. No further one can be added.
[[nodiscard]] std::vector<Index> independent_contacts(const UnitProblem& problem, ConstColumnRef y);

}  // namespace ricochet
