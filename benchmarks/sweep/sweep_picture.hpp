#pragma once

#include <functional>
#include <string>

namespace ricochet::cli {

/// A picture of a table of a sweep: one column over the swept names.
struct SweepPicture {
  std::string table = {};   ///< the file
  std::string column = {};  ///< empty: the approach speed of impacts, the energy error of runs
  std::string title = {};
  /// How a column is called on an axis; empty: by its name.
  std::function<std::string(const std::string& column)> label = {};
};

/// Draws it into a file: a line over one name, a map over a grid of two names, points over the
/// first name otherwise, and dots for impacts. Throws std::invalid_argument for a column that the
/// table does not have or that has no number.
void draw(const SweepPicture& picture, const std::string& file);

}  // namespace ricochet::cli
