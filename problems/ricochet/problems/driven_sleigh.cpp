#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <cmath>

namespace ricochet::problems {
namespace {

/// The sleigh from its blade, behind the centre, to its nose.
Matrix sleigh_outline(const System& s) {
  const double nose = s.parameter("nose"), blade = s.parameter("blade"), half = 0.4 * nose;
  Matrix corners(2, 3);
  corners << nose, -blade, -blade, 0.0, half, -half;
  return corners;
}

/// It slides along its blade.
State sliding(const System& s) {
  const double angle = s.parameter("angle"), speed = s.parameter("speed");
  const Vector v{{speed * std::cos(angle), speed * std::sin(angle), 0.0}};
  return {.q = Vector{{0.0, 0.0, angle}}, .p = s.M_now() * v};
}

}  // namespace

/// A sleigh on a blade, which keeps it from moving sideways, [RC25] without impacts and drives: a
/// thrust along the blade that comes in pushes, a torque that steers to and fro, and a drag. Its
/// nose hits two walls. All data chosen.
Problem driven_sleigh() {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3), t = Expr::sym("t");
  const Expr mass = Expr::sym("mass"), inertia = Expr::sym("inertia"), nose = Expr::sym("nose"),
             blade = Expr::sym("blade"), width = Expr::sym("width"), thrust = Expr::sym("thrust"),
             torque = Expr::sym("torque"), drag = Expr::sym("drag"), angle = Expr::sym("angle"),
             speed = Expr::sym("speed");
  const Expr c = cos(q(2)), s = sin(q(2)), push = thrust * (2.0 + cos(3.0 * t));
  const Expr x = q(0) + nose * c, y = q(1) + nose * s;
  const Contact side{.tangents = {jacobian(y, q).T()}};
  Problem problem{
      .system = System(with_contact_law(
          {.name = "driven-sleigh",
           .q = q,
           .v = v,
           .t = t,
           .parameters = {mass_parameter(mass),
                          {"inertia", inertia, 0.3, Range::positive(), "kg m^2"},
                          size_parameter(nose, 0.5),
                          size_parameter(blade, 0.2),
                          size_parameter(width, 3.0),
                          {"thrust", thrust, 1.0, {}, "N"},
                          {"torque", torque, 0.5, {}, "N m"},
                          {"drag", drag, 0.2, Range::at_least(0.0), "kg/s"},
                          angle_parameter(angle, 0.2),
                          speed_parameter(speed, 1.0)},
           .M = diag(vertcat(mass, mass, inertia)),
           .V = 0.0,
           .g = {{"right wall", 2.0 - x, side}, {"left wall", x - 2.0 + width, side}},
           .omega = {{"blade", c * v(1) - s * v(0) - blade * v(2)}},
           .forces = {{"thrust", push * vertcat(c, s, Expr(0.0))},
                      {"torque", torque * vertcat(Expr(0.0), Expr(0.0), sin(2.0 * t))},
                      {"drag", -drag * v}}})),
      .h = 0.01,
      .duration = 6.0,
      .stepper = "nonholonomic-collision",
      .source = "a sleigh on a blade, driven against walls, chosen by us",
      .summary = "a sleigh on a blade is driven against two walls",
      .bodies = {{.name = "sleigh", .x = 0, .y = 1, .theta = 2, .outline = sleigh_outline}},
      .walls = {{.normal_x = -1.0, .normal_y = 0.0, .offset = -2.0},
                {.normal_x = 1.0, .normal_y = 0.0, .offset = -1.0}},
      .start_for = sliding,
      .walls_for = [](const System& changed) -> std::vector<Wall> {
        return {{.normal_x = -1.0, .normal_y = 0.0, .offset = -2.0},
                {.normal_x = 1.0, .normal_y = 0.0, .offset = 2.0 - changed.parameter("width")}};
      }};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
