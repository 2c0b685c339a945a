#pragma once

#include "draw/planar.hpp"
#include "ricochet/problem/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A row of g that depends on the place of one planar point only: its edge is a curve g = 0. Of a
/// union the largest piece counts.
struct Boundary {
  Index first = 0, last = 0;  ///< entries of g
  PlanarBody body = {};
};

[[nodiscard]] std::vector<Boundary> find_boundaries(const Problem& problem);

/// A wall as a segment that crosses the whole box: its two ends as columns. Who goes from the first
/// to the second has the admissible side on the right.
[[nodiscard]] Matrix wall_ends(const Wall& wall, const Box& box);
/// The same as lines "x y".
[[nodiscard]] std::string ends_of(const Wall& wall, const Box& box);

/// g of a boundary on a grid over a box.
struct GapGrid {
  GapGrid(const Boundary& boundary, const Problem& problem, const Box& box, Index intervals = 160);
  Vector x, y;  ///< places of the lines [m]
  Matrix g;     ///< at (x_i, y_j)
};

/// The same as gnuplot reads a surface: "x y g" per line, rows apart.
[[nodiscard]] std::string sampled(const Boundary& boundary, const Problem& problem, const Box& box);

}  // namespace ricochet::cli
