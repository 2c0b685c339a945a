#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace ricochet::problems {
namespace {

Expr planar(const Expr& q, int body) { return q(casadi::Slice(2 * body, 2 * body + 2), 0); }

}  // namespace

/// Newton's cradle with rods as equalities: n balls in the plane, in contact at rest, the leftmost
/// `pulled` of them swung out. [KP12] 8.1.1: n, masses, radius, rods, angle stated; gravity and the
/// distance of the anchors (twice the radius, so that the balls touch) chosen.
Problem cradle(int n, int pulled) {
  if (pulled > n)
    throw std::invalid_argument("Problem 'cradle': pulled must be at most n = " +
                                std::to_string(n) + ", not " + std::to_string(pulled));
  const Expr q = Expr::sym("q", 2 * n);
  const Expr mass = Expr::sym("mass"), radius = Expr::sym("radius"), length = Expr::sym("length"),
             gravity = Expr::sym("gravity"), angle = Expr::sym("angle");
  Expr V = 0.0;
  Constraints rods, contacts;
  std::vector<PlanarBody> bodies;
  for (int i = 0; i < n; ++i) {
    const Expr anchor = vertcat(2.0 * radius * i, Expr(0.0));
    V += mass * gravity * planar(q, i)(1);
    rods.add(numbered("rod", i), norm_2(planar(q, i) - anchor) - length);
    bodies.push_back({.name = numbered("ball", i),
                      .x = 2 * i,
                      .y = 2 * i + 1,
                      .outline = disc_outline("radius")});
    if (i > 0)
      contacts.add("balls " + std::to_string(i - 1) + "-" + std::to_string(i),
                   norm_2(planar(q, i) - planar(q, i - 1)) - 2.0 * radius);
  }
  const auto start = [n, pulled](const System& s) {
    State state{.q = Vector(2 * n), .p = Vector::Zero(2 * n)};
    for (int i = 0; i < n; ++i) {
      const double phi = i < pulled ? s.parameter("angle") : 0.0, l = s.parameter("length");
      state.q[2 * i] = 2.0 * s.parameter("radius") * i + l * std::sin(phi);
      state.q[2 * i + 1] = -l * std::cos(phi);
    }
    return state;
  };
  Problem problem{
      .system = System(with_contact_law(
          {.name = "cradle",
           .q = q,
           .parameters = {mass_parameter(mass), size_parameter(radius, 0.25),
                          size_parameter(length, 1.0), gravity_parameter(gravity, 9.8),
                          angle_parameter(angle, -std::numbers::pi / 5.0)},
           .M = mass * Expr::eye(2 * n),
           .V = V,
           .f = rods,
           .g = contacts})),
      .h = 1e-2,
      .duration = 10.0,
      .stepper = "gvi",
      .source = "[KP12] 8.1.1: balls, rods, angle, h stated; gravity and spacing chosen",
      .summary = "Newton's cradle of " + std::to_string(n) + " touching balls on rods",
      .bodies = bodies,
      .start_for = start};
  problem.initial = start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
