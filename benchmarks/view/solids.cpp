#include "view/solids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace ricochet::cli {
namespace {

using Point = Eigen::Vector2d;

struct Corner {
  Point at;
  double g = 0.0;
};

/// Where g vanishes between two corners; in the middle where an end is not finite.
Point crossing(const Corner& a, const Corner& b) {
  const double part =
      std::isfinite(a.g) && std::isfinite(b.g) ? a.g / (a.g - b.g) : 0.5;  // of the way to b
  return a.at + part * (b.at - a.at);
}

Matrix as_matrix(const std::vector<Point>& points) {
  Matrix matrix(2, static_cast<Index>(points.size()));
  for (size_t i = 0; i < points.size(); ++i) matrix.col(static_cast<Index>(i)) = points[i];
  return matrix;
}

/// The part g < 0 of a cell whose corners are given counterclockwise.
void add_cell(const std::array<Corner, 4>& corners, Solids& solids) {
  std::vector<Point> polygon, crossings;
  for (size_t i = 0; i < 4; ++i) {
    const Corner &a = corners[i], &b = corners[(i + 1) % 4];
    if (a.g < 0.0) polygon.push_back(a.at);
    if ((a.g < 0.0) == (b.g < 0.0)) continue;
    polygon.push_back(crossing(a, b));
    crossings.push_back(polygon.back());
  }
  if (polygon.size() > 2) solids.polygons.push_back(as_matrix(polygon));
  for (size_t i = 0; i + 1 < crossings.size(); i += 2)
    solids.edges.push_back(as_matrix({crossings[i], crossings[i + 1]}));
}

/// Cells [first, last) of a column of cells, all inside.
void add_run(const GapGrid& grid, Index i, Index first, Index last, Solids& solids) {
  if (first < last)
    solids.polygons.push_back(as_matrix({{grid.x[i], grid.y[first]},
                                         {grid.x[i + 1], grid.y[first]},
                                         {grid.x[i + 1], grid.y[last]},
                                         {grid.x[i], grid.y[last]}}));
}

/// The page shows the box in pictures up to three times as broad as high, or somewhat higher than
/// broad: so much of the plane may be seen.
Box seen_around(const Box& box) {
  const double wide = box.right - box.left, high = box.top - box.bottom;
  const double x = 0.5 * (box.left + box.right), y = 0.5 * (box.bottom + box.top);
  const double half_x = 0.5 * std::max(wide, 3.2 * high), half_y = 0.5 * std::max(high, wide);
  return {.left = x - half_x, .right = x + half_x, .bottom = y - half_y, .top = y + half_y};
}

void add_wall(const Wall& wall, const Box& box, Solids& solids) {
  const Matrix ends = wall_ends(wall, box);
  const double far = std::hypot(box.right - box.left, box.top - box.bottom);
  const Point back = -far * Point(wall.normal_x, wall.normal_y);
  solids.polygons.push_back(
      as_matrix({ends.col(0), ends.col(1), ends.col(1) + back, ends.col(0) + back}));
  solids.edges.push_back(ends);
}

}  // namespace

Solids solids_of(const GapGrid& grid) {
  Solids solids;
  const Index last = grid.y.size() - 1;
  for (Index i = 0; i + 1 < grid.x.size(); ++i) {
    Index run = 0;
    for (Index j = 0; j < last; ++j) {
      const auto corner = [&](Index di, Index dj) {
        return Corner{{grid.x[i + di], grid.y[j + dj]}, grid.g(i + di, j + dj)};
      };
      const std::array<Corner, 4> corners = {corner(0, 0), corner(1, 0), corner(1, 1),
                                             corner(0, 1)};
      if (std::all_of(corners.begin(), corners.end(), [](const Corner& c) { return c.g < 0.0; }))
        continue;
      add_run(grid, i, run, j, solids);
      run = j + 1;
      add_cell(corners, solids);
    }
    add_run(grid, i, run, last, solids);
  }
  return solids;
}

Solids find_solids(const Problem& problem, const Box& box) {
  constexpr Index intervals = 320;
  const Box seen = seen_around(box);
  Solids all;
  for (const Boundary& boundary : find_boundaries(problem)) {
    Solids solids = solids_of(GapGrid(boundary, problem, seen, intervals));
    std::move(solids.polygons.begin(), solids.polygons.end(), std::back_inserter(all.polygons));
    std::move(solids.edges.begin(), solids.edges.end(), std::back_inserter(all.edges));
  }
  for (const Wall& wall : problem.walls) add_wall(wall, seen, all);
  return all;
}

}  // namespace ricochet::cli
