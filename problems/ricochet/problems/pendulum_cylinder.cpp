#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <numbers>

namespace ricochet::problems {

/// A spherical pendulum whose azimuth follows its polar angle by a nonholonomic row, inside a
/// cylinder. [RC25] 4.3, all data stated; the duration is that of figure 3.
///
/// theta is measured from the top and passes pi, so that the admissible set l sin(theta) <= R is
/// read as l |sin theta| <= R: two smooth rows. The start is given by velocities:
/// p0 = -D1 L_d(q0, q0 + h v0, h), modulo the constraint forces.
Problem pendulum_cylinder() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), theta = q(0);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), length = Expr::sym("length"),
             cylinder = Expr::sym("cylinder");
  const Expr speed2 = v(0) * v(0) + pow(v(1) * sin(theta), 2), out = length * sin(theta);
  const Expr ratio = std::numbers::pi + pow(cos(theta), 2);
  const double theta0 = 0.75 * std::numbers::pi, theta_speed = 0.25 * std::numbers::pi;
  const double phi_speed = (std::numbers::pi + 0.5) * theta_speed;  // cos^2 theta0 = 1/2
  Problem problem{.system = System(with_contact_law(
                      {.name = "pendulum-cylinder",
                       .q = q,
                       .v = v,
                       .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.8),
                                      size_parameter(length, 2.0), size_parameter(cylinder, 1.5)},
                       .L = 0.5 * mass * length * length * speed2 -
                            mass * gravity * length * cos(theta),  // [RC25] (6)
                       .g = {{"wall", cylinder - out}, {"far wall", cylinder + out}},
                       .omega = {{"azimuth", ratio * v(0) - v(1)}}})),
                  .initial = {.q = Vector{{theta0, 0.0}}},
                  .h = 1e-3,
                  .duration = 5.0,
                  .stepper = "nonholonomic-collision",
                  .discretization = left_point(),
                  .source = "[RC25] 4.3, stated",
                  .summary = "a nonholonomic spherical pendulum inside a cylinder",
                  .bodies = {{.name = "polar angle", .x = 0}, {.name = "azimuth", .x = 1}},
                  .v0 = Vector{{theta_speed, phi_speed}}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
