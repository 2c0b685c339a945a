#pragma once

#include "ricochet/monitor.hpp"
#include "ricochet/step.hpp"
#include "ricochet/text/settings.hpp"

#include <string>

namespace ricochet {

/// The state of a run: enough to continue it bit for bit.
struct Checkpoint {
  Step step = {};             ///< the last certified step, or the start
  RunSummary summary = {};    ///< summary.steps steps were made
  double wall_seconds = 0.0;  ///< spent so far [s]
  Settings settings = {};
};

/// Writes JSON in one step (see write_atomically); every number is restored with its bits.
void save(const Checkpoint& checkpoint, const std::string& path);

/// Reads a checkpoint, or a report, which contains one. What is missing or malformed throws
/// std::invalid_argument "file: /place/in/the/file: what was expected".
[[nodiscard]] Checkpoint load_checkpoint(const std::string& path);

/// The settings of a checkpoint or a report alone.
[[nodiscard]] Settings load_settings(const std::string& path);

}  // namespace ricochet
