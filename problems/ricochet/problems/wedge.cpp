#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"

namespace ricochet::problems {
namespace {

Matrix triangle(const System& s) {
  const double third = s.parameter("height") / 3.0, half = 0.5 * s.parameter("width");
  Matrix outline(2, 3);
  outline << 2.0 * third, -third, -third, 0.0, half, -half;
  return outline;
}

}  // namespace

/// An isosceles triangle falls on a floor under one of the laws of impact. [VCI-S] example 2: a
/// planar wedge, gravity and a floor stated; all numbers chosen. The laws compared are elastic,
/// frictionless with restitution 0.5, Coulomb with friction 0.3 and plastic.
///
/// The height is along the body's x axis, the centroid is its origin, so that the vertices are
/// (2H/3, 0), (-H/3, w/2), (-H/3, -w/2).
Problem wedge() {
  const Expr q = Expr::sym("q", 3);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), height = Expr::sym("height"),
             width = Expr::sym("width");
  const Expr inertia = width * width / 24.0 + height * height / 18.0;  // per mass
  const auto horizontal = [](const Expr&, const Expr& p) -> Expr { return p(0); };
  Problem problem{
      .system = System(with_contact_law(
          {.name = "wedge",
           .q = q,
           .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.81),
                          size_parameter(height, 1.0), size_parameter(width, 0.5)},
           .M = mass * diag(vertcat(Expr(1.0), Expr(1.0), inertia)),
           .V = mass * gravity * q(1),
           .g = {above_floor("vertex 0", q, 2.0 * height / 3.0, 0.0),
                 above_floor("vertex 1", q, -height / 3.0, 0.5 * width),
                 above_floor("vertex 2", q, -height / 3.0, -0.5 * width)},
           .momenta = {{"horizontal momentum", horizontal}}})),  // exact without friction
      .initial = {.q = Vector{{0.0, 1.3, -1.1}}},
      .h = 0.005,
      .duration = 5.0,
      .stepper = "forced-collision",
      .discretization = verlet(),
      .source = "[VCI-S] example 2: a wedge, gravity, a floor stated; all numbers chosen",
      .summary = "a triangle falls on a floor under several laws of impact",
      .bodies = {{.name = "wedge", .x = 0, .y = 1, .theta = 2, .outline = triangle}},
      .walls = {floor_wall()},
      .v0 = Vector{{5.0, 0.0, -1.5}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
