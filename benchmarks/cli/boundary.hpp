#pragma once

#include "ricochet/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A row of g that depends on the place of one planar point only: its edge is a curve g = 0. Of a
/// union the largest piece counts.
struct Boundary {
  Index first = 0, last = 0;  ///< entries of g
  PlanarBody body = {};
};

/// A part of the plane [m].
struct Box {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0;
};

[[nodiscard]] std::vector<Boundary> find_boundaries(const Problem& problem);

/// A wall as a segment that crosses the whole box: its two ends as lines "x y".
[[nodiscard]] std::string ends_of(const Wall& wall, const Box& box);

/// g on a grid over the box, as gnuplot reads a surface: "x y g" per line, rows apart.
[[nodiscard]] std::string sampled(const Boundary& boundary, const Problem& problem, const Box& box);

}  // namespace ricochet::cli
