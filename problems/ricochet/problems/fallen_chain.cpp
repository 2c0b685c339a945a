#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet::problems {
namespace {

constexpr double highest = 20.0;  // links: longer chains begin as flat as keeps them as high

/// An arch in the air that moves along x; link i rises by slope (1 - 2 i / (n - 1)) rad.
State thrown(const System& s, int n) {
  constexpr double up = 2.0;  // of the ends, in links
  const double length = s.parameter("length"), slope = s.parameter("slope");
  State start{.q = Vector(2 * (n + 1)), .p = Vector::Zero(2 * (n + 1))};
  double x = 0.0, y = up * length;
  for (int i = 0; i <= n; ++i) {
    start.q.segment<2>(2 * i) << x, y;
    start.p[2 * i] = s.parameter("mass") * s.parameter("speed");
    const double angle = n == 1 ? slope : slope * (1.0 - 2.0 * i / (n - 1.0));
    x += length * std::cos(angle);
    y += length * std::sin(angle);
  }
  return start;
}

}  // namespace

/// A chain of n links, massless rods between points of mass, is thrown on the rough floor y = 0 and
/// comes to rest there. Every point can touch the floor: in the end n + 1 contacts and n rods hold
/// 2 n + 2 coordinates. All data chosen.
Problem fallen_chain(int n) {
  const int points = n + 1;
  const Expr q = Expr::sym("q", 2 * points);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), length = Expr::sym("length"),
             speed = Expr::sym("speed"), slope = Expr::sym("slope");
  Expr V = 0.0;
  Constraints rods, floor;
  std::vector<PlanarBody> bodies;
  for (int i = 0; i < points; ++i) {
    const Expr x = q(2 * i), y = q(2 * i + 1);
    V += mass * gravity * y;
    floor.add(numbered("floor", i), y, Contact{.tangents = {jacobian(x, q).T()}});
    bodies.push_back({.name = numbered("point", i), .x = 2 * i, .y = 2 * i + 1});
    if (i == n) continue;
    const Expr dx = q(2 * i + 2) - x, dy = q(2 * i + 3) - y;
    rods.add(numbered("rod", i), (dx * dx + dy * dy - length * length) / (2.0 * length));
  }
  Problem problem{
      .system = System(with_contact_law(
          {.name = "fallen-chain",
           .q = q,
           .parameters = {mass_parameter(mass, 0.1), gravity_parameter(gravity, 9.81),
                          size_parameter(length, 0.2), speed_parameter(speed, 1.0),
                          angle_parameter(slope, std::min(1.0, highest / n))},
           .M = mass * Expr::eye(2 * points),
           .V = V,
           .f = rods,
           .g = floor},
          {.restitution = 0.2, .friction = 0.4})),
      .h = 0.005,
      .duration = 2.0,
      .stepper = "forced-collision",
      .source = "a chain on a rough floor, chosen by us",
      .summary = "a chain of " + std::to_string(n) + " links is thrown on a rough floor",
      .bodies = bodies,
      .start_for = [n](const System& s) { return thrown(s, n); }};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
