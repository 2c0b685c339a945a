#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"

#include <numbers>
#include <string>
#include <utility>
#include <vector>

// Bodies thrown between a floor y = 0 and a wall x = 0 so that they come back: [VCI-S] example 1
// states circular and elliptical bodies, floor, wall, gravity and a prescribed end with a
// prescribed angle of entry; all numbers are chosen. The start velocities are guesses near a
// solution: the boundary value problem is to find them.

namespace ricochet::problems {
namespace {

using std::numbers::pi;

/// The end of a body at a place with a direction or an angle, still without data of the start.
class End {
 public:
  explicit End(std::string name, std::string summary, Index n) {
    b_.name = std::move(name);
    b_.summary = std::move(summary);
    b_.q = Expr::sym("q_end", n);
    b_.v = Expr::sym("v_end", n);
  }

  /// Coordinate i of x, y, theta has the value of the target.
  End& at(casadi_int i, const std::string& target, double value) {
    b_.end.add(target, b_.q(i) - add_target(target, value, i < 2 ? "m" : "rad"));
    return *this;
  }
  /// The velocity in the plane has this angle to the x axis [rad].
  End& entering(double angle) {
    const Expr entry = add_target("entry", angle, "rad");
    b_.end.add("entry", sin(entry) * b_.v(0) - cos(entry) * b_.v(1));
    b_.ahead.add("entry", cos(entry) * b_.v(0) + sin(entry) * b_.v(1));
    return *this;
  }
  BoundaryValue from(std::vector<StartValue> velocities, StartValue duration) {
    b_.velocities = std::move(velocities);
    b_.duration = std::move(duration);
    return b_;
  }

 private:
  Expr add_target(const std::string& name, double value, const std::string& unit) {
    const Expr symbol = Expr::sym(name);
    b_.targets.push_back({name, symbol, value, {}, unit});
    return symbol;
  }

  BoundaryValue b_;
};

// Ranges of random starts, chosen: fast enough for a few impacts.

std::vector<StartValue> thrown(double vx, double vy) {
  return {{"vx", vx, -6.0, 6.0}, {"vy", vy, -6.0, 8.0}};
}

std::vector<StartValue> thrown(double vx, double vy, double omega) {
  std::vector<StartValue> values = thrown(vx, vy);
  values.push_back({"omega", omega, -6.0, 6.0});
  return values;
}

}  // namespace

/// A disc from (2, 1.5) to (2, 1.2), where its velocity points 60 degrees below the x axis; unknown
/// are the velocity and the duration, in 200 steps. The disc does not spin.
Problem shooting_disc() {
  const Expr q = Expr::sym("q", 2);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), radius = Expr::sym("radius");
  const Contact on_floor{.tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const Contact on_wall{.tangents = {vertcat(Expr(0.0), Expr(1.0))}};
  Problem problem{
      .system = System(with_contact_law(
          {.name = "shooting-disc",
           .q = q,
           .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.81),
                          size_parameter(radius, 0.3)},
           .M = mass * Expr::eye(2),
           .V = mass * gravity * q(1),
           .g = {{"floor", q(1) - radius, on_floor}, {"wall", q(0) - radius, on_wall}}})),
      .initial = {.q = Vector{{2.0, 1.5}}},
      .h = 1.7 / 200.0,
      .duration = 1.7,
      .stepper = "collision",
      .discretization = verlet(),
      .source = "[VCI-S] example 1: disc, floor, wall stated; all numbers chosen",
      .summary = "a disc is thrown at a floor and a wall to come back",
      .bodies = {{.name = "disc", .x = 0, .y = 1, .outline = disc_outline("radius")}},
      .walls = {floor_wall(), left_wall()},
      .v0 = Vector{{-2.0, 2.5}},
      .boundary_values = {End("return", "back to nearly where it was, 60 degrees downwards", 2)
                              .at(0, "x_end", 2.0)
                              .at(1, "y_end", 1.2)
                              .entering(-pi / 3.0)
                              .from(thrown(-2.0, 2.5), {"T", 1.7, 0.5, 3.0})}};
  problem.initial = problem.start(problem.system);
  return problem;
}

/// An ellipse from (2, 1.5, 0.4) in 120 steps, either to (1.7, 1.3, 4.6), where its velocity points
/// 0.7 rad below the x axis, by velocity and step; or to (2, 1.5, 0.4 + pi) in T = 1.2 by velocity
/// alone.
Problem shooting_ellipse() {
  const Expr q = Expr::sym("q", 3);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), a = Expr::sym("a"),
             b = Expr::sym("b");
  const Expr inertia = 0.25 * (a * a + b * b);  // per mass
  Problem problem{
      .system = System(
          with_contact_law({.name = "shooting-ellipse",
                            .q = q,
                            .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.81),
                                           size_parameter(a, 0.5), size_parameter(b, 0.3)},
                            .M = mass * diag(vertcat(Expr(1.0), Expr(1.0), inertia)),
                            .V = mass * gravity * q(1),
                            .g = {ellipse_above_floor(q, a, b), ellipse_right_of_wall(q, a, b)}})),
      .initial = {.q = Vector{{2.0, 1.5, 0.4}}},
      .h = 1.2 / 120.0,
      .duration = 1.2,
      .stepper = "collision",
      .discretization = verlet(),
      .source = "[VCI-S] example 1: ellipse, floor, wall stated; all numbers chosen",
      .summary = "an ellipse is thrown at a floor and a wall to come back",
      .bodies =
          {{.name = "ellipse", .x = 0, .y = 1, .theta = 2, .outline = ellipse_outline("a", "b")}},
      .walls = {floor_wall(), left_wall()},
      .v0 = Vector{{-2.5, 1.2, 1.5}},
      .boundary_values = {
          End("entry", "near where it was, turned, 0.7 rad downwards, in free time", 3)
              .at(0, "x_end", 1.7)
              .at(1, "y_end", 1.3)
              .at(2, "theta_end", 4.6)
              .entering(-0.7)
              .from(thrown(-2.5, 1.2, 1.5), {"T", 1.2, 0.5, 2.5}),
          End("turn", "back to where it was, half a turn on, in given time", 3)
              .at(0, "x_end", 2.0)
              .at(1, "y_end", 1.5)
              .at(2, "theta_end", 0.4 + pi)
              .from(thrown(-2.7, -3.5, 4.5), {"T", 1.2, 1.2, 1.2})}};
  problem.initial = problem.start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
