#include "cli/boundary.hpp"

#include "ricochet/measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ricochet::cli {
namespace {

constexpr int grid = 160;  // intervals per side

/// The coordinates on which every entry of g depends.
std::vector<std::vector<Index>> dependencies(const System& s) {
  const casadi::Sparsity pattern = s.G(Expr::sym("q", s.n())).sparsity();
  std::vector<std::vector<Index>> coordinates(static_cast<size_t>(s.m()));
  const auto rows = pattern.get_row(), columns = pattern.get_col();
  for (size_t k = 0; k < rows.size(); ++k)
    coordinates[static_cast<size_t>(columns[k])].push_back(rows[k]);
  return coordinates;
}

bool belongs_to(const PlanarBody& body, const std::vector<Index>& coordinates) {
  return body.x >= 0 && body.y >= 0 && !coordinates.empty() &&
         std::all_of(coordinates.begin(), coordinates.end(),
                     [&](Index i) { return i == body.x || i == body.y; });
}

}  // namespace

std::vector<Boundary> find_boundaries(const Problem& problem) {
  std::vector<Boundary> boundaries;
  const auto coordinates = dependencies(problem.system);
  for (size_t i = 0; i < coordinates.size(); ++i)
    for (const PlanarBody& body : problem.bodies)
      if (belongs_to(body, coordinates[i])) boundaries.push_back({static_cast<Index>(i), body});
  return boundaries;
}

std::string sampled(const Boundary& boundary, const Problem& problem, const Box& box) {
  Measures measures(problem.system);
  State at = problem.initial;  // the other coordinates do not matter
  std::string text;
  for (int i = 0; i <= grid; ++i) {
    at.q[boundary.body.x] = box.left + (box.right - box.left) * i / grid;
    for (int j = 0; j <= grid; ++j) {
      at.q[boundary.body.y] = box.bottom + (box.top - box.bottom) * j / grid;
      fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g}\n", at.q[boundary.body.x],
                     at.q[boundary.body.y], measures.gaps(at)[boundary.gap]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace ricochet::cli
