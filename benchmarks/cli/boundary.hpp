#pragma once

#include "ricochet/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// An inequality that depends on the place of one planar body only: its edge is a curve g = 0.
struct Boundary {
  Index gap = 0;  ///< entry of g
  PlanarBody body = {};
};

/// A part of the plane [m].
struct Box {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0;
};

[[nodiscard]] std::vector<Boundary> find_boundaries(const Problem& problem);

/// g on a grid over the box, as gnuplot reads a surface: "x y g" per line, rows apart.
[[nodiscard]] std::string sampled(const Boundary& boundary, const Problem& problem, const Box& box);

}  // namespace ricochet::cli
