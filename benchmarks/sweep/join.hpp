#pragma once

#include <string>
#include <vector>

namespace ricochet::cli {

/// What tables of parts became together.
struct Joined {
  std::string table = {};  ///< its content, in order of members
  size_t rows = 0;
  bool impacts = false;  ///< tables of impacts: a member without impacts has no row
};

/// Joins the tables of all parts of one sweep, of runs or of impacts. Throws std::invalid_argument
/// for a table of another sweep, a member that is there twice or not at all, a row that was cut
/// off; a missing part of the impacts cannot be noticed.
[[nodiscard]] Joined join_parts(const std::vector<std::string>& files);

}  // namespace ricochet::cli
