#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"

#include <cmath>

namespace ricochet::problems {
namespace {

/// Points at the corners of the square, notches between them. The paper states the moment of
/// inertia only: a uniform star has it, 29/192 m L^2, if its notches are L (sqrt(30) - 2) / 8 from
/// the centre.
Matrix four_points(const System& s) {
  const double half = 0.5 * s.parameter("length");
  const double notch = s.parameter("length") * (std::sqrt(30.0) - 2.0) / 8.0;
  Matrix outline(2, 8);
  outline << notch, half, 0.0, -half, -notch, -half, 0.0, half,  //
      0.0, half, notch, half, 0.0, -half, -notch, -half;
  return outline;
}

}  // namespace

/// A star with four points, the corners of a square of side L, tumbles onto the floor y = 0.
/// [FMOW03] 4.3: system, start and h stated; gravity chosen, and so is the planet of radius 8 that
/// the order plot (figure 5) wants in place of linear gravity.
///
/// The admissible set (81), y >= L/2 (|sin theta| + |cos theta|), is read as the intersection of
/// one smooth row per vertex, y + L/sqrt(2) sin(theta + pi/4 + j pi/2) >= 0, j = 0..3.
Problem star() {
  const Expr q = Expr::sym("q", 3);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), length = Expr::sym("length"),
             planet = Expr::sym("planet");
  const Expr half = 0.5 * length;
  const auto horizontal = [](const Expr&, const Expr& p) -> Expr { return p(0); };
  Problem problem{
      .system = System(with_contact_law(
          {.name = "star",
           .q = q,
           .parameters = {mass_parameter(mass),
                          gravity_parameter(gravity, 9.81),
                          size_parameter(length, 1.0),
                          {"planet", planet, 0.0, Range::at_least(0.0), "m"}},
           .M = mass * diag(vertcat(Expr(1.0), Expr(1.0), 29.0 / 192.0 * length * length)),
           .V = potential_at_height(mass, gravity, planet, q(1)),
           .g = {above_floor("vertex 0", q, half, half), above_floor("vertex 1", q, -half, half),
                 above_floor("vertex 2", q, -half, -half), above_floor("vertex 3", q, half, -half)},
           .momenta = {{"horizontal momentum", horizontal}}})),
      .initial = {.q = Vector{{0.0, 3.5, 0.0}}},
      .h = 0.005,
      .duration = 10.0,
      .stepper = "collision",
      .discretization = verlet(),
      .source = "[FMOW03] 4.3: body, start, h stated; gravity and planet chosen",
      .summary = "a four-pointed star tumbles on a floor",
      .bodies = {{.name = "star", .x = 0, .y = 1, .theta = 2, .outline = four_points}},
      .walls = {floor_wall()},
      .v0 = Vector{{-2.0, 0.0, 5.0}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
