#pragma once

#include "ricochet/monitor.hpp"

#include <iosfwd>
#include <string>

namespace ricochet::cli {

/// What a run did, for people: a line per quantity.
void print_summary(const RunSummary& summary, double wall_seconds, std::ostream& out);

/// A count of the whole run per step; 0 if there was none.
[[nodiscard]] double per_step(const RunSummary& summary, long count);

/// The largest error of any momentum map; NaN if there is none.
[[nodiscard]] double largest_momentum_error(const RunSummary& summary);

/// A number by a format of fmt, "-" for what was not, or cannot be, measured.
[[nodiscard]] std::string shown(const char* format, double x);
/// The same for scripts: 17 digits, empty for what was not, or cannot be, measured.
[[nodiscard]] std::string exact_or_empty(double x);

}  // namespace ricochet::cli
