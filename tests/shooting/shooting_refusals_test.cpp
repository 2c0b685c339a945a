#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/shots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet {
namespace {

using support::expect_message;
using support::fast;
using support::flown;
using testing::HasSubstr;

/// The boundary value of the disc with another target.
BoundaryValue aimed(const Problem& problem, const std::string& target, double value) {
  BoundaryValue b = problem.boundary_values[0];
  EXPECT_TRUE(b.set_target(target, value));
  return b;
}

TEST(Shooting, names_an_end_that_no_path_meets) {
  const Problem problem = problems::shooting_disc();
  Shooting shooting(problem, problem.boundary_values[0], fast(problem));
  // Off the floor alone the disc moves on to the right and cannot come back.
  const Shot shot = shooting.from(Vector{{1.0, -2.0, 1.0}});
  EXPECT_EQ(shot.status, ShotStatus::unreachable);
  EXPECT_THAT(shot.message, HasSubstr("with the impacts (floor)"));
}

TEST(Shooting, names_the_opposite_direction) {
  const Problem problem = problems::shooting_disc();
  // Straight up is met by falling straight down.
  Shooting shooting(problem, aimed(problem, "entry", 0.5 * std::numbers::pi), fast(problem));
  const Shot shot = shooting.from(Vector{{0.1, 1.0, 0.5}});
  EXPECT_EQ(shot.status, ShotStatus::wrong_side) << shot.message;
}

TEST(Shooting, names_a_path_that_cannot_be_flown) {
  const Problem problem = problems::shooting_disc();
  BoundaryValue b = problem.boundary_values[0];
  Shooting shooting(problem, b, fast(problem));
  const Shot shot = shooting.from(Vector{{0.0, 0.0, -1.0}});
  EXPECT_EQ(shot.status, ShotStatus::unreachable);
  EXPECT_THAT(shot.message, HasSubstr("duration (0, 0, -1)"));
  // Into the corner: both walls at once.
  const double fall = std::sqrt(2.0 * 1.2 / 9.81);
  const Shot corner = shooting.from(Vector{{-1.7 / fall, 0.0, 2.0 * fall}});
  EXPECT_EQ(corner.status, ShotStatus::not_single_impacts) << corner.message;
  EXPECT_THAT(corner.message, HasSubstr("2 constraints are hit at once"));
}

TEST(Shooting, names_contacts_that_last) {
  Problem problem = problems::spring_sphere();
  problem.duration = 10.0 * problem.h;
  Vector start(problem.system.n() + 1);
  start << problem.system.velocity(problem.initial.q, problem.initial.p), problem.duration;
  const Expr q = Expr::sym("q_end", 4), v = Expr::sym("v_end", 4);
  const double T = problem.duration;
  BoundaryValue b{.name = "on", .q = q, .v = v, .duration = {"T", T, T, T}};
  for (Index i = 0; i < 4; ++i)
    b.velocities.push_back({"v" + std::to_string(i), start[i], -5.0, 5.0});
  b.end = {{"height", q(2)}};
  const Shot shot = Shooting(problem, b, fast(problem)).from(start);
  EXPECT_EQ(shot.status, ShotStatus::not_single_impacts) << shot.message;
  EXPECT_THAT(shot.message, HasSubstr("is held"));
}

TEST(Shooting, refuses_equalities) {
  const Problem problem = find_problem("cradle").make();
  expect_message([&] { (void)Shooting(problem, BoundaryValue{.name = "turn"}); },
                 {"'turn' of 'cradle'", "equalities"});
}

/// A ball thrown down from 1 m, at a height after one second in 20 steps.
struct Bounce {
  Problem problem = problems::particle_1d();
  BoundaryValue b = arrival();

  Bounce() {
    problem.discretization = verlet();
    problem.h = 0.05;
    problem.duration = 1.0;
  }
  static BoundaryValue arrival() {
    const Expr height = Expr::sym("height"), q = Expr::sym("q_end");
    return {.name = "height",
            .q = q,
            .v = Expr::sym("v_end"),
            .targets = {{"height", height, 0.0}},
            .velocities = {{"v", -0.54, -2.0, 2.0}},
            .duration = {"T", 1.0, 1.0, 1.0},
            .end = {{"height", q - height}}};
  }
  [[nodiscard]] double height_after(double v) const {
    return flown(problem, Vector{{v, 1.0}}).q[0];
  }
};

TEST(Shooting, names_a_target_in_a_jump_between_two_steps) {
  Bounce bounce;
  // The floor is reached at t = 0.4, the border of two steps.
  const double border = (0.5 * 9.8 * 0.4 * 0.4 - 1.0) / 0.4;
  const double before = bounce.height_after(border - 1e-7),
               after = bounce.height_after(border + 1e-7);
  ASSERT_GT(after - before, 1e-3) << "the end does not jump";
  bounce.b.set_target("height", 0.5 * (before + after));
  const Shot none =
      Shooting(bounce.problem, bounce.b, fast(bounce.problem)).from(Vector{{-0.6, 1.0}});
  EXPECT_EQ(none.status, ShotStatus::step_border) << none.message;
  EXPECT_THAT(none.message, HasSubstr("to and fro"));

  bounce.b.set_target("height", before - 1e-3);
  const Shot below =
      Shooting(bounce.problem, bounce.b, fast(bounce.problem)).from(Vector{{-0.6, 1.0}});
  ASSERT_TRUE(below.ok()) << below.message;
  EXPECT_LT(below.start[0], border);
}

TEST(Shooting, names_a_simulation_that_fails) {
  Bounce bounce;
  // Thrown up, the ball reaches a ceiling late in a step, too slowly for the discrete energy.
  constexpr double h = 0.01, rise = 0.9 * h, speed = 9.81 * rise + 0.01;
  const Expr q = Expr::sym("q");
  bounce.problem.system =
      System({.name = "room", .q = q, .M = 1.0, .V = 9.81 * q, .g = {{"ceiling", 1.0 - q}}});
  bounce.problem.initial.q[0] = 1.0 - speed * rise + 0.5 * 9.81 * rise * rise;
  bounce.problem.h = h;
  const Shot shot =
      Shooting(bounce.problem, bounce.b, fast(bounce.problem)).from(Vector{{speed, 1.0}});
  EXPECT_EQ(shot.status, ShotStatus::simulation_failed) << shot.message;
  EXPECT_THAT(shot.message, HasSubstr("no_admissible_root"));
}

TEST(Shooting, refuses_what_cannot_be_before_it_begins) {
  const Problem problem = problems::shooting_disc();
  const auto make = [](const Problem& p, const BoundaryValue& b) { (void)Shooting(p, b); };
  expect_message([&] { make(problem, aimed(problem, "y_end", 0.1)); },
                 {"'return' of 'shooting-disc'", "q = (2, 0.1)", "'floor'", "g = -0.2"});
  Problem inside = problem;
  inside.initial.q[0] = 0.1;
  expect_message([&] { make(inside, problem.boundary_values[0]); }, {"start violates", "wall"});
  Shooting shooting(problem, problem.boundary_values[0], fast(problem));
  expect_message([&] { (void)shooting.from(Vector{{1.0, 2.0}}); }, {"2 velocities", "not 2"});
  expect_message([&] { (void)shooting.search({.starts = 0}); }, {"at least 1 start"});
}

}  // namespace
}  // namespace ricochet
