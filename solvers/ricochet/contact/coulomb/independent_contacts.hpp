#pragma once

#include "ricochet/contact/coulomb/resizing_solver.hpp"
#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <vector>

namespace ricochet {

/// Chooses contacts that press, taken from the hardest on, whose normal rows do not depend on each
/// other. It keeps its storage.
class IndependentContacts {
 public:
  /// Those that y presses; no further one can be added.
  const std::vector<Index>& choose(const UnitProblem& problem, ConstColumnRef y);

 private:
  [[nodiscard]] double distance(const UnitProblem& problem, Index row);

  std::vector<Index> order_, kept_, rows_;
  ResizingSolver solver_;
  Buffer share_;
};

}  // namespace ricochet
