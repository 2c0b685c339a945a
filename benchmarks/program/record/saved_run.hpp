#pragma once

#include "ricochet/text/settings.hpp"

#include <string>

namespace ricochet::cli {

/// The settings of the run in a file: its report, its checkpoint, or a report of `shoot`, whose
/// first solution is a run. Throws std::invalid_argument, with where to look instead, for a file
/// that holds several runs or none.
[[nodiscard]] Settings load_run(const std::string& file);

}  // namespace ricochet::cli
