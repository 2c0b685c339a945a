#include "draw/boundary.hpp"

#include "ricochet/measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ricochet::cli {
namespace {

/// The coordinates on which every entry of g depends.
std::vector<std::vector<Index>> dependencies(const System& s) {
  const casadi::Sparsity pattern = s.G(Expr::sym("q", s.n())).sparsity();
  std::vector<std::vector<Index>> coordinates(static_cast<size_t>(s.m()));
  const auto rows = pattern.get_row(), columns = pattern.get_col();
  for (size_t k = 0; k < rows.size(); ++k)
    coordinates[static_cast<size_t>(columns[k])].push_back(rows[k]);
  return coordinates;
}

/// An outline meets walls, not the edges of the set that its centre may enter.
bool belongs_to(const PlanarBody& body, const std::vector<Index>& coordinates) {
  return body.x >= 0 && body.y >= 0 && !body.outline && !coordinates.empty() &&
         std::all_of(coordinates.begin(), coordinates.end(),
                     [&](Index i) { return i == body.x || i == body.y; });
}

}  // namespace

std::vector<Boundary> find_boundaries(const Problem& problem) {
  std::vector<Boundary> boundaries;
  const auto coordinates = dependencies(problem.system);
  for (const auto& [first, last] : problem.system.gap_rows()) {
    std::vector<Index> of_row;
    for (Index i = first; i < last; ++i) {
      const auto& of_entry = coordinates[static_cast<size_t>(i)];
      of_row.insert(of_row.end(), of_entry.begin(), of_entry.end());
    }
    for (const PlanarBody& body : problem.bodies)
      if (belongs_to(body, of_row)) boundaries.push_back({first, last, body});
  }
  return boundaries;
}

Matrix wall_ends(const Wall& wall, const Box& box) {
  const double x = 0.5 * (box.left + box.right), y = 0.5 * (box.bottom + box.top);
  const double ahead = wall.offset - wall.normal_x * x - wall.normal_y * y;  // of the middle
  const double far = std::hypot(box.right - box.left, box.top - box.bottom);
  Matrix ends(2, 2);
  for (const int side : {0, 1}) {
    const double along = side == 0 ? -far : far;
    ends.col(side) << x + ahead * wall.normal_x - along * wall.normal_y,
        y + ahead * wall.normal_y + along * wall.normal_x;
  }
  return ends;
}

std::string ends_of(const Wall& wall, const Box& box) {
  const Matrix ends = wall_ends(wall, box);
  return fmt::format("{:.9g} {:.9g}\n{:.9g} {:.9g}\n", ends(0, 0), ends(1, 0), ends(0, 1),
                     ends(1, 1));
}

GapGrid::GapGrid(const Boundary& boundary, const Problem& problem, const Box& box, Index intervals)
    : x(Vector::LinSpaced(intervals + 1, box.left, box.right)),
      y(Vector::LinSpaced(intervals + 1, box.bottom, box.top)),
      g(intervals + 1, intervals + 1) {
  Measures measures(problem.system);
  State at = problem.initial;  // the other coordinates do not matter
  const Index pieces = boundary.last - boundary.first;
  for (Index i = 0; i <= intervals; ++i)
    for (Index j = 0; j <= intervals; ++j) {
      at.q[boundary.body.x] = x[i];
      at.q[boundary.body.y] = y[j];
      g(i, j) = measures.gaps(at).segment(boundary.first, pieces).maxCoeff();
    }
}

std::string sampled(const Boundary& boundary, const Problem& problem, const Box& box) {
  const GapGrid grid(boundary, problem, box);
  std::string text;
  for (Index i = 0; i < grid.x.size(); ++i) {
    for (Index j = 0; j < grid.y.size(); ++j)
      fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g}\n", grid.x[i], grid.y[j],
                     grid.g(i, j));
    text += '\n';
  }
  return text;
}

}  // namespace ricochet::cli
