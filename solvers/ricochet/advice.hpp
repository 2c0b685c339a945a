#pragma once

#include "ricochet/facts.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// A method that fits, and why.
struct Advice {
  std::string stepper;  ///< by registry name
  std::string why;
};

/// Methods for a system and a start, the best one first; baselines are not advised. Empty if no
/// method can take the system.
[[nodiscard]] std::vector<Advice> advise(const System& system, const State& start);

}  // namespace ricochet
