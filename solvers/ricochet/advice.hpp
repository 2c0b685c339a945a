#pragma once

#include "ricochet/facts.hpp"
#include "ricochet/registry.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// A method, with the options that it needs here, and why it fits or does not.
struct Advice {
  std::string stepper = {};  ///< by registry name
  std::string why = {};
  StepperOptions options = {};  ///< besides the discretization and the backend
  std::string flags = {};       ///< the same options as the command line says them
};

/// Methods for a system and a start, the best one first, one to compare with last. Empty if no
/// method can take the system.
[[nodiscard]] std::vector<Advice> advise(const System& system, const State& start);

/// Methods that can take the system and would fail or do badly, with the reason; none of them is
/// advised.
[[nodiscard]] std::vector<Advice> unfit(const System& system, const State& start);

/// Every method that can take the system, in the order of the registry, with the options that it
/// needs here. `why` says why it does not fit; it is empty where it does.
[[nodiscard]] std::vector<Advice> candidates(const System& system, const State& start);

}  // namespace ricochet
