#pragma once

#include "ricochet/monitor.hpp"

#include <iosfwd>
#include <string>

namespace ricochet::cli {

/// What a run did, for people: a line per quantity.
void print_summary(const RunSummary& summary, double wall_seconds, std::ostream& out);

/// A count of the whole run per step; 0 if there was none.
[[nodiscard]] double per_step(const RunSummary& summary, long count);

}  // namespace ricochet::cli
