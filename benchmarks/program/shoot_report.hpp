#pragma once

#include "ricochet/shooting/shooting.hpp"
#include "ricochet/text/settings.hpp"

#include <string>

namespace ricochet::cli {

/// A search for paths with a prescribed end and its results, for the outputs.
struct ShootingRecord {
  const BoundaryValue& target;
  const ShootingResult& result;
  const Settings& settings;  ///< everything in force
  double wall_seconds = 0.0;
  std::string headline = {};  ///< what was found, in one line
};

/// "floor, wall", or "none".
[[nodiscard]] std::string sequence_text(const std::vector<std::string>& sequence);
/// The solutions as a table, and how the attempts ended.
[[nodiscard]] std::string to_text(const ShootingRecord& record);
/// `status`, `message`, and of the first solution `unknowns{name:value}`, `residual`, `iterations`,
/// `sequence`, `path_violation`; then all solutions, how the attempts ended, settings.
[[nodiscard]] std::string to_json(const ShootingRecord& record);

}  // namespace ricochet::cli
