#pragma once

#include "ricochet/io/report.hpp"
#include "ricochet/run/recorded_run.hpp"

#include <string>

namespace ricochet::cli {

// Runs of several methods leave a report each, from which `ricochet run --from` repeats them.

/// Words as the name of a file: what is no letter, digit or one of "+-.=" becomes "_".
[[nodiscard]] std::string file_name(const std::string& words);

/// The state that a run reached, for its report: `t_end`, `q_end`, `p_end`.
[[nodiscard]] SettingList end_of(const State& end);

[[nodiscard]] Report report_of(const RecordedRun& run, double wall_seconds);

}  // namespace ricochet::cli
