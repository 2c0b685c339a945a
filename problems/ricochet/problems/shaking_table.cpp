#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <cmath>
#include <numbers>

namespace ricochet::problems {
namespace {

constexpr double half_width = 0.03, thickness = 0.004;  // of the table [m]

Matrix table_outline(const System&) {
  Matrix corners(2, 4);
  corners << -half_width, half_width, half_width, -half_width, -thickness, -thickness, 0.0, 0.0;
  return corners;
}

/// Behind an impact of the orbit that meets the table once in each period, or as near to it as the
/// shaking allows: a ball that leaves with g T / 2 is back after the period T.
State behind_an_impact(const System& s) {
  const double e = s.parameter("restitution"), gamma = s.parameter("gamma");
  const double gravity = s.parameter("gravity");
  const double omega = 2.0 * std::numbers::pi * s.parameter("frequency");
  const double cosine = std::numbers::pi * (1.0 - e) / (1.0 + e) / gamma;
  const double phase = std::acos(std::min(cosine, 1.0)), height = gravity * gamma / (omega * omega);
  const double table = height * std::sin(phase);
  const Vector v{{0.0, std::numbers::pi * gravity / omega, height * omega * std::cos(phase)}};
  return {.t = phase / omega,
          .q = Vector{{0.0, table + s.parameter("radius"), table}},
          .p = s.M_now() * v};
}

}  // namespace

/// A ball on a table that moves as A sin(omega t); Gamma = A omega^2 / g says how hard it shakes.
/// Above Gamma = pi (1 - e)/(1 + e) there is an orbit that meets the table once in each period. It
/// doubles its period where Gamma^2 = (pi (1 - e)/(1 + e))^2 + (2 (1 + e^2)/(1 + e)^2)^2. The table
/// is a body whose motion is prescribed. All data chosen.
Problem shaking_table() {
  const Expr q = Expr::sym("q", 3), t = Expr::sym("t");
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), radius = Expr::sym("radius"),
             frequency = Expr::sym("frequency"), gamma = Expr::sym("gamma");
  const Expr omega = 2.0 * std::numbers::pi * frequency;
  const Contact top{.tangents = {vertcat(Expr(1.0), Expr(0.0), Expr(0.0))}};
  Problem problem{.system = System(with_contact_law(
                      {.name = "shaking-table",
                       .q = q,
                       .t = t,
                       .parameters = {mass_parameter(mass, 0.01),
                                      gravity_parameter(gravity, 9.81),
                                      size_parameter(radius, 0.004),
                                      {"frequency", frequency, 10.0, Range::positive(), "Hz"},
                                      {"gamma", gamma, 1.2, Range::at_least(0.0)}},
                       .M = mass * Expr::eye(3),
                       .V = mass * gravity * q(1),
                       .f = {{"drive", q(2) - gravity * gamma / (omega * omega) * sin(omega * t)}},
                       .g = {{"table", q(1) - radius - q(2), top}},
                       .length = 0.01,
                       .time = 0.05},
                      {.restitution = 0.5})),
                  .h = 0.005,
                  .duration = 2.0,
                  .stepper = "forced-collision",
                  .source = "a ball on a table that shakes, chosen by us",
                  .summary = "a ball bounces on a table that shakes",
                  .bodies = {{.name = "ball", .x = 0, .y = 1, .outline = disc_outline("radius")},
                             {.name = "table", .x = 0, .y = 2, .outline = table_outline}},
                  .start_for = behind_an_impact};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
