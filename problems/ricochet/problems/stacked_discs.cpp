#include "ricochet/contact_law.hpp"
#include "ricochet/discs.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

#include <numbers>

namespace ricochet::problems {
namespace {

/// A triangle of discs: row k has n - k of them, in the dips of the row below.
State packed(const System& s, int n) {
  const double radius = s.parameter("radius");
  std::vector<double> q;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i + k < n; ++i) {
      q.push_back(radius * (1 + k + 2 * i));
      q.push_back(radius * (1.0 + k * std::numbers::sqrt3));
    }
  const auto size = static_cast<Index>(q.size());
  return {.q = Eigen::Map<const Vector>(q.data(), size), .p = Vector::Zero(size)};
}

/// The walls of a shaft that n discs fill from side to side.
std::vector<Wall> shaft(const System& s, int n) {
  return {left_wall(),
          {.normal_x = -1.0, .normal_y = 0.0, .offset = -2.0 * n * s.parameter("radius")},
          floor_wall()};
}

}  // namespace

/// A triangular packing of discs at rest under gravity between walls, n discs in its lowest row.
/// More contacts are closed than there are coordinates, 14 for 12 with n = 3, so that forces are
/// not unique; positions are. All data chosen.
Problem stacked_discs(int n) {
  const int count = n * (n + 1) / 2;
  const Discs discs(count, "disc");
  const Expr gravity = Expr::sym("gravity"), far = (2.0 * n - 1.0) * discs.radius;
  Expr V = 0.0;
  Constraints rows = discs.apart();
  for (size_t i = 0; i < discs.x.size(); ++i) {
    const auto number = static_cast<long>(i);
    V += discs.mass * gravity * discs.y[i];
    rows.add(numbered("left", number), discs.x[i] - discs.radius);
    rows.add(numbered("right", number), far - discs.x[i]);
    rows.add(numbered("floor", number), discs.y[i] - discs.radius);
  }
  Problem problem{.system = System(with_contact_law(
                      {.name = "stacked-discs",
                       .q = discs.q,
                       .parameters = {mass_parameter(discs.mass), size_parameter(discs.radius, 0.1),
                                      gravity_parameter(gravity, 9.81)},
                       .M = discs.masses(),
                       .V = V,
                       .g = rows})),
                  .h = 0.01,
                  .duration = 0.3,
                  .stepper = "gvi",
                  .source = "redundant contacts under load, chosen by us",
                  .summary = std::to_string(count) + " discs at rest in a triangle between walls",
                  .bodies = discs.bodies,
                  .start_for = [n](const System& s) { return packed(s, n); },
                  .walls_for = [n](const System& s) { return shaft(s, n); }};
  problem.initial = problem.start_for(problem.system);
  problem.walls = problem.walls_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
