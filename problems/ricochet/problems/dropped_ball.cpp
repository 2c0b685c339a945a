#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {
namespace {

/// An elastic ball falls on a static floor; `height` [m] is the way that it has to fall.
Problem dropped_ball(const std::string& name, double height) {
  const Expr q = Expr::sym("q", 2), y = q(1);
  const Expr mass = Expr::sym("mass"), radius = Expr::sym("radius"), gravity = Expr::sym("gravity"),
             drop = Expr::sym("height");
  const auto horizontal = [](const Expr&, const Expr& p) -> Expr { return p(0); };
  const Contact floor{.tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  Problem problem{
      .system = System(with_contact_law(
          {.name = name,
           .q = q,
           .parameters = {mass_parameter(mass), size_parameter(radius, 0.5),
                          gravity_parameter(gravity, 9.81), size_parameter(drop, height)},
           .M = mass * Expr::eye(2),
           .V = mass * gravity * y,
           .g = {{"floor", y - radius, floor}},
           .momenta = {{"horizontal momentum", horizontal}}})),
      .duration = 20.0,
      .stepper = "collision",
      .discretization = verlet(),
      .bodies = {{.name = "ball", .x = 0, .y = 1, .outline = disc_outline("radius")}},
      .walls = {floor_wall()},
      .start_for = [](const System& s) {
        return State{.q = Vector{{0.0, s.parameter("radius") + s.parameter("height")}},
                     .p = Vector::Zero(2)};
      }};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace

/// A ball on a floor, both with restitution 1, at the step of a game. System stated in the thread;
/// numbers chosen.
Problem elastic_ball() {
  Problem problem = dropped_ball("elastic-ball", 2.0);
  problem.h = 1.0 / 60.0;
  problem.source = "dimforge/rapier issue 97: ball, floor, restitution stated; numbers chosen";
  problem.summary = "an elastic ball on a static floor";
  problem.reported =
      "dimforge/rapier issue 97: a ball dropped on a static box, both with restitution 1, bounces "
      "higher and higher";
  return problem;
}

/// The same from 10 m, at the default step of the engine. Height stated in the thread; radius
/// chosen.
Problem high_drop() {
  Problem problem = dropped_ball("high-drop", 10.0);
  problem.h = 1.0 / 240.0;
  problem.source = "bulletphysics/bullet3 issue 1530: ball, height stated; other numbers chosen";
  problem.summary = "an elastic ball dropped from 10 m";
  problem.reported =
      "bulletphysics/bullet3 issue 1530: an ideally elastic ball dropped from 10 m loses energy "
      "until it comes back to about 4.5 m, whatever the step, the iterations and the substeps";
  return problem;
}

}  // namespace ricochet::problems
