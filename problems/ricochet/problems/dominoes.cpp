#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>

namespace ricochet::problems {
namespace {

Matrix block(const System& s) {
  const double half = 0.5 * s.parameter("width"), up = 0.5 * s.parameter("height");
  Matrix outline(2, 4);
  outline << -half, half, half, -half, -up, -up, up, up;
  return outline;
}

/// A point in the plane.
struct Place {
  Expr x, y;
};

/// Planar blocks, q = (x, y, angle) of each.
struct Row {
  Expr q, half_width, half_height;

  /// The corner of a block, to the right and up for the signs +1, +1.
  [[nodiscard]] Place corner(int i, double right, double up) const {
    const Expr c = cos(q(3 * i + 2)), s = sin(q(3 * i + 2));
    const Expr along = right * half_width, above = up * half_height;
    return {q(3 * i) + c * along - s * above, q(3 * i + 1) + s * along + c * above};
  }
  /// The place as block i sees it, in its own axes.
  [[nodiscard]] Place seen(int i, const Place& at) const {
    const Expr c = cos(q(3 * i + 2)), s = sin(q(3 * i + 2));
    const Expr dx = at.x - q(3 * i), dy = at.y - q(3 * i + 1);
    return {c * dx + s * dy, c * dy - s * dx};
  }
  /// The slip is the rate of a length that is measured along the surface.
  [[nodiscard]] Contact rubs(const Expr& along) const {
    return {.tangents = {jacobian(along, q).T()}};
  }
};

/// All corners of block i stay above the floor.
void add_floor(Constraints& rows, const Row& row, int i) {
  for (const double up : {-1.0, 1.0})
    for (const double right : {-1.0, 1.0}) {
      const Place at = row.corner(i, right, up);
      rows.add("floor " + std::to_string(i) + (up < 0.0 ? " lower" : " upper") +
                   (right < 0.0 ? " left" : " right"),
               at.y, row.rubs(at.x));
    }
}

/// What block i can meet of the next one as both fall to the right: its upper right corner leans on
/// the left face of the next; its right face lies down on the lower left corner of the next.
void add_next(Constraints& rows, const Row& row, int i) {
  const std::string pair = std::to_string(i) + "-" + std::to_string(i + 1);
  const Place top = row.seen(i + 1, row.corner(i, 1.0, 1.0));
  rows.add("leans " + pair, -top.x - row.half_width, row.rubs(top.y));
  const Place heel = row.seen(i, row.corner(i + 1, -1.0, -1.0));
  rows.add("lies " + pair, heel.x - row.half_width, row.rubs(heel.y));
}

/// At rest; the first block is tilted about its lower right corner, the others stand.
State lined_up(const System& s, int n) {
  const double width = s.parameter("width"), height = s.parameter("height"),
               angle = s.parameter("angle"), c = std::cos(angle), t = std::sin(angle);
  State start{.q = Vector::Zero(3 * n), .p = Vector::Zero(3 * n)};
  for (int i = 0; i < n; ++i)
    start.q.segment<2>(3 * i) << i * (width + s.parameter("distance")), 0.5 * height;
  start.q.head<3>() << 0.5 * (width - c * width + t * height), 0.5 * (t * width + c * height),
      -angle;
  return start;
}

}  // namespace

/// A row of n blocks. The first one is tilted beyond its balance, tan angle > width / height, and
/// falls against the second one, which topples in turn; in the end each lies on the next. Floor and
/// blocks are rough alike. All data chosen.
Problem dominoes(int n) {
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), width = Expr::sym("width"),
             height = Expr::sym("height"), distance = Expr::sym("distance"),
             angle = Expr::sym("angle");
  const Row row{.q = Expr::sym("q", 3 * n), .half_width = 0.5 * width, .half_height = 0.5 * height};
  Expr masses = Expr::ones(3 * n), V = 0.0;
  Constraints rows;
  std::vector<PlanarBody> bodies;
  for (int i = 0; i < n; ++i) {
    masses(3 * i + 2) = (width * width + height * height) / 12.0;
    V += mass * gravity * row.q(3 * i + 1);
    add_floor(rows, row, i);
    if (i + 1 < n) add_next(rows, row, i);
    bodies.push_back({.name = numbered("block", i),
                      .x = 3 * i,
                      .y = 3 * i + 1,
                      .theta = 3 * i + 2,
                      .outline = block});
  }
  Problem problem{.system = System(with_contact_law(
                      {.name = "dominoes",
                       .q = row.q,
                       .parameters = {mass_parameter(mass, 0.01),
                                      gravity_parameter(gravity, 9.81),
                                      size_parameter(width, 0.01),
                                      size_parameter(height, 0.05),
                                      {"distance", distance, 0.02, Range::at_least(0.0), "m"},
                                      angle_parameter(angle, 0.25)},
                       .M = mass * diag(masses),
                       .V = V,
                       .g = rows},
                      {.restitution = 0.2, .friction = 0.3})),
                  .h = 0.002,
                  .duration = 0.8,
                  .stepper = "forced-collision",
                  .source = "a row of dominoes, chosen by us",
                  .summary = "a row of " + std::to_string(n) + " blocks topples",
                  .bodies = bodies,
                  .walls = {floor_wall()},
                  .start_for = [n](const System& s) { return lined_up(s, n); }};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
