#pragma once

#include "limit/costs.hpp"

#include <string>
#include <vector>

namespace ricochet::limit {

/// The page benchmarks/results/limit.md.
[[nodiscard]] std::string limit_page(const std::vector<Cost>& costs, const std::vector<Time>& times,
                                     const std::vector<Time>& before);

}  // namespace ricochet::limit
