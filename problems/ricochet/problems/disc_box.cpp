#include "ricochet/contact_law.hpp"
#include "ricochet/discs.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/random.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ricochet::problems {
namespace {

/// The fewest cells per side of a square grid that has one for each of n discs.
int cells_per_side(int n) {
  int cells = 1;
  while (cells * cells < n) ++cells;
  return cells;
}

/// A unit vector in any direction: a point of the unit disc, drawn until it is away from the
/// centre. Only operations whose bits the standard fixes.
Eigen::Vector2d direction(std::mt19937_64& generator) {
  for (;;) {
    const double x = 2.0 * unit(generator) - 1.0, y = 2.0 * unit(generator) - 1.0;
    const double r2 = x * x + y * y;
    if (r2 <= 1.0 && r2 >= 1e-2) return Eigen::Vector2d(x, y) / std::sqrt(r2);
  }
}

/// The numbers 0, 1, ..., n - 1 in any order, all orders equally likely.
std::vector<int> shuffled(int n, std::mt19937_64& generator) {
  std::vector<int> order;
  for (int i = 0; i < n; ++i) order.push_back(i);
  for (int i = n - 1; i > 0; --i)
    std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(unit(generator) * (i + 1))]);
  return order;
}

/// Every disc somewhere in its own cell of a square grid, cells and directions drawn, all with the
/// speed of the system.
State scattered(const System& s, int n, int seed) {
  const double side = s.parameter("side"), radius = s.parameter("radius");
  const int cells = cells_per_side(n);
  const double cell = side / cells, room = cell - 2.0 * radius;
  if (!(room >= 0.0)) {
    const auto fits = static_cast<long>(std::floor(side / (2.0 * radius)));
    throw std::invalid_argument("Problem '" + s.name() + "': n = " + std::to_string(n) +
                                " discs of radius " + brief(radius) +
                                " m do not fit a square grid in a box of side " + brief(side) +
                                " m, which holds " + std::to_string(fits * fits) +
                                "; take fewer, a smaller radius or a larger side");
  }
  std::mt19937_64 generator(static_cast<unsigned>(seed));
  const std::vector<int> order = shuffled(cells * cells, generator);
  const double impulse = s.parameter("mass") * s.parameter("speed");
  State start{.q = Vector(2 * n), .p = Vector(2 * n)};
  for (int i = 0; i < n; ++i) {
    const int place = order[static_cast<size_t>(i)], column = place % cells, row = place / cells;
    start.q[2 * i] = column * cell + radius + room * unit(generator);
    start.q[2 * i + 1] = row * cell + radius + room * unit(generator);
    start.p.segment(2 * i, 2) = impulse * direction(generator);
  }
  return start;
}

/// n discs fly freely in a box and bounce off its walls and each other.
Problem flying_discs(const std::string& name, int n, int seed, double side) {
  const Discs discs(n, "disc");
  const Expr box = Expr::sym("side"), speed = Expr::sym("speed");
  Problem problem{.system = System(with_contact_law(
                      {.name = name,
                       .q = discs.q,
                       .parameters = {mass_parameter(discs.mass), size_parameter(discs.radius, 0.1),
                                      size_parameter(box, side), speed_parameter(speed, 1.0)},
                       .M = discs.masses(),
                       .V = 0.0,
                       .g = discs.apart().append(discs.inside_box(box))})),
                  .stepper = "gvi",
                  .bodies = discs.bodies,
                  .start_for = [n, seed](const System& s) { return scattered(s, n, seed); },
                  .walls_for = [](const System& s) { return box_walls(s.parameter("side")); }};
  problem.initial = problem.start_for(problem.system);
  problem.walls = problem.walls_for(problem.system);
  return problem;
}

}  // namespace

/// n discs in a box with elastic walls, every pair with a contact. All data chosen; the box grows
/// with the grid on which the discs start, so that discs fill at most pi 0.3^2 = 28 % of it.
Problem disc_box(int n, int seed) {
  Problem problem = flying_discs("disc-box", n, seed, cells_per_side(n) / 3.0);
  problem.h = 0.01;
  problem.duration = 10.0;
  problem.source = "all data chosen by us; random start, the same for a seed everywhere";
  problem.summary = std::to_string(n) + " discs in a box, every pair with a contact";
  return problem;
}

/// The same for the step of a game. Elastic, frictionless discs in a box stated in the thread;
/// gravity left out, numbers chosen.
Problem disc_gas(int n) {
  Problem problem = flying_discs("disc-gas", n, 1, cells_per_side(n) / 3.0);
  problem.h = 1.0 / 60.0;
  problem.duration = 20.0;
  problem.source = "liabru/matter-js issue 256: elastic discs in a box stated; numbers chosen";
  problem.summary = std::to_string(n) + " elastic discs in a box without friction";
  problem.reported =
      "liabru/matter-js issue 256: elastic circles in a box, without friction and drag, slow down "
      "and come to a stop";
  return problem;
}

}  // namespace ricochet::problems
