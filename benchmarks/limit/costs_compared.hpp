#pragma once

#include "limit/costs.hpp"

namespace ricochet::limit {

struct CostsCompared {
  std::string text = {};  ///< a table, and what is to be done
  bool grown = false;     ///< a step takes 10 % more instructions, or there is no figure for it
};

/// What was counted beside the committed figures.
[[nodiscard]] CostsCompared compare(const std::vector<Cost>& committed,
                                    const std::vector<Cost>& counted);

}  // namespace ricochet::limit
