#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::problems {
namespace {

/// On the steady orbit that the mass would have without the wall,
/// x = Re F e^(i omega t) / (k - m omega^2 + i c omega), made smaller where that orbit is larger
/// than the distance of the wall.
State steady_orbit(const System& s) {
  const double omega = 2.0 * std::numbers::pi * s.parameter("frequency");
  const double force = s.parameter("force");
  const double elastic = s.parameter("stiffness") - s.parameter("mass") * omega * omega;
  const double viscous = s.parameter("drag") * omega;
  const double dynamic = std::hypot(elastic, viscous);  // [N/m]
  State start{.q = Vector::Zero(1), .p = Vector::Zero(1)};
  if (dynamic == 0.0) return start;  // resonance without drag has no steady orbit
  const double amplitude = std::min(force / dynamic, s.parameter("distance"));
  start.q[0] = amplitude * elastic / dynamic;
  start.p[0] = s.parameter("mass") * amplitude * omega * viscous / dynamic;
  return start;
}

}  // namespace

/// The impact oscillator: a mass on a spring with a drag, driven by a force F cos(omega t), hits a
/// wall on one side. It first touches the wall, at rest in its steady orbit, where
/// F / sqrt((k - m omega^2)^2 + (c omega)^2) is the distance of the wall: a grazing. The system is
/// classical; all data chosen.
Problem impact_oscillator() {
  const Expr q = Expr::sym("q", 1), v = Expr::sym("v", 1), t = Expr::sym("t");
  const Expr mass = Expr::sym("mass"), stiffness = Expr::sym("stiffness"), drag = Expr::sym("drag"),
             force = Expr::sym("force"), frequency = Expr::sym("frequency"),
             distance = Expr::sym("distance");
  const Expr omega = 2.0 * std::numbers::pi * frequency;
  Problem problem{.system = System(with_contact_law(
                      {.name = "impact-oscillator",
                       .q = q,
                       .v = v,
                       .t = t,
                       .parameters = {mass_parameter(mass),
                                      {"stiffness", stiffness, 40.0, Range::at_least(0.0), "N/m"},
                                      {"drag", drag, 0.6, Range::at_least(0.0), "kg/s"},
                                      {"force", force, 1.0, Range::at_least(0.0), "N"},
                                      {"frequency", frequency, 0.8, Range::positive(), "Hz"},
                                      {"distance", distance, 0.05, Range::at_least(0.0), "m"}},
                       .M = mass * Expr::eye(1),
                       .V = 0.5 * stiffness * q(0) * q(0),
                       .g = {{"wall", distance - q(0)}},
                       .forces = {{"drive", force * cos(omega * t)}, {"drag", -drag * v}},
                       .length = 0.05,
                       .time = 0.2},
                      {.restitution = 0.8})),
                  .h = 0.005,
                  .duration = 20.0,
                  .stepper = "forced-collision",
                  .source = "the classical impact oscillator; numbers chosen by us",
                  .summary = "a driven mass on a spring hits a wall",
                  .bodies = {{.name = "mass", .x = 0}},
                  .start_for = steady_orbit};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
