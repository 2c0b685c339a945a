#pragma once

#include "limit/costs.hpp"

#include <string>
#include <vector>

namespace ricochet::limit {

/// The factor over the first program by hand that a step of a problem is to reach.
[[nodiscard]] double goal(const std::string& problem);

// Tables, Markdown as well. What was not measured is "-".

/// Instructions of a step beside those of the programs by hand.
[[nodiscard]] std::string instructions_table(const std::vector<Cost>& costs);

/// Where the instructions of a step go, beside those of the goal.
[[nodiscard]] std::string parts_table(const std::vector<Cost>& costs);

/// Times of steps, their ratios to the programs by hand now and as committed, and the ratio of
/// nlpsol to the step.
[[nodiscard]] std::string times_table(const std::vector<Time>& times,
                                      const std::vector<Time>& committed);

}  // namespace ricochet::limit
