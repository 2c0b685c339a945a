#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <cmath>

namespace ricochet::problems {

/// Two particles on the inside of a circle, joined by a spring and repelled from the centre: both
/// contacts stay closed. [KP12] 5.2, all data stated.
Problem spring_sphere() {
  const Expr q = Expr::sym("q", 4);
  const Expr q1 = q(casadi::Slice(0, 2)), q2 = q(casadi::Slice(2, 4));
  const Expr mass = Expr::sym("mass"), strength = Expr::sym("strength"),
             stiffness = Expr::sym("stiffness"), length = Expr::sym("length"),
             radius = Expr::sym("radius");
  const Expr stretch = norm_2(q1 - q2) - length;
  const auto angular = [](const Expr& x, const Expr& p) -> Expr {
    return x(0) * p(1) - x(1) * p(0) + x(2) * p(3) - x(3) * p(2);
  };
  return {
      .system = System(with_contact_law(
          {.name = "spring-sphere",
           .q = q,
           .parameters = {mass_parameter(mass),
                          {"strength", strength, 50.0, Range::at_least(0.0), "J m^2"},
                          {"stiffness", stiffness, 1.0, Range::at_least(0.0), "N/m"},
                          {"length", length, 2.0 * std::sqrt(2.0), Range::at_least(0.0), "m"},
                          size_parameter(radius, 5.0)},
           .M = mass * Expr::eye(4),
           .V = strength / dot(q1, q1) + strength / dot(q2, q2) +
                0.5 * stiffness * stretch * stretch,
           .g = {{"circle 1", radius - norm_2(q1)}, {"circle 2", radius - norm_2(q2)}},
           .momenta = {{"angular momentum", angular}}})),
      .initial = {.q = Vector{{4.0, -3.0, 3.0, -4.0}}, .p = Vector{{0.6, 0.8, 0.8, 0.6}}},
      .h = 0.5,
      .duration = 100.0,
      .source = "[KP12] 5.2, stated",
      .summary = "two particles, a spring and a repelling centre inside a circle",
      .bodies = {{.name = "particle 1", .x = 0, .y = 1}, {.name = "particle 2", .x = 2, .y = 3}}};
}

/// The same with particle 1 off the boundary: it bounces while particle 2 slides. [KP12] 8.1; p1
/// chosen orthogonal to q1.
Problem spring_sphere_mixed() {
  Problem problem = spring_sphere();
  SystemSpecification renamed = problem.system.specification();
  renamed.name = "spring-sphere-mixed";
  problem.system = System(renamed);
  problem.initial = {.q = Vector{{4.0, -1.0, 3.0, -4.0}},
                     .p = Vector{{1.0 / std::sqrt(17.0), 4.0 / std::sqrt(17.0), 0.8, 0.6}}};
  problem.stepper = "gvi";
  problem.source = "[KP12] 8.1: positions, p2, h stated; p1 chosen";
  problem.summary = "as spring-sphere, one particle bounces and one slides";
  return problem;
}

}  // namespace ricochet::problems
