#pragma once

#include <string>
#include <vector>

namespace ricochet {

/// A row of a table of impacts, see csv.hpp.
struct EventRow {
  long step = 0;
  double t = 0.0;                             ///< [s]
  std::vector<std::string> constraints = {};  ///< names, a space in one written '_'
  std::vector<double> impulse = {};           ///< one per constraint [N s]
};

/// Reads the impacts of a run. Throws std::invalid_argument "file:line: what is wrong; cure".
[[nodiscard]] std::vector<EventRow> read_events(const std::string& path);

}  // namespace ricochet
