#pragma once

#include "ricochet/problem/problem.hpp"
#include "ricochet/run/sample.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A run to be drawn: paths of planar bodies with their boundaries, energy error and gaps over
/// time.
struct Picture {
  const Problem& problem;
  std::string subtitle = {};
  double energy_initial = 0.0;  ///< E(0) [J]; NaN: not known
  std::vector<Sample> rows = {};
  long every = 1;  ///< recorded rows from one of `rows` to the next
};

/// .svg or .png. Many rows are thinned, so that the picture stays small. Throws std::runtime_error
/// if gnuplot fails.
void draw(const Picture& picture, const std::string& path);

}  // namespace ricochet::cli
