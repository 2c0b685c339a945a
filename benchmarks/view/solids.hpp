#pragma once

#include "draw/boundary.hpp"

#include <vector>

namespace ricochet::cli {

/// The part of a box that bodies may not enter, as a page fills it, and its edge.
struct Solids {
  std::vector<Matrix> polygons = {};  ///< 2 x N each [m]; all turn the same way
  std::vector<Matrix> edges = {};     ///< segments, ends as columns [m]
};

/// What lies behind the walls of a problem and beyond the edges of its boundaries.
[[nodiscard]] Solids find_solids(const Problem& problem, const Box& box);

/// The region g < 0 of a grid: rectangles where whole cells lie in it, polygons in cells that the
/// edge crosses, placed by linear interpolation.
[[nodiscard]] Solids solids_of(const GapGrid& grid);

}  // namespace ricochet::cli
