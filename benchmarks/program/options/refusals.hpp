#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

/// Names, each with the reason why it cannot take something.
using Refusals = std::vector<std::pair<std::string, std::string>>;

/// "gvi, rattle: it takes no unions": names that share a reason share a line; first come, first
/// written.
[[nodiscard]] std::vector<std::string> lines_of(const Refusals& refusals);

}  // namespace ricochet::cli
