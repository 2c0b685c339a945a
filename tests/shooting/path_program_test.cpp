#include "ricochet/shooting/path_program.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace ricochet {
namespace {

const Expr height = Expr::sym("height"), q_end = Expr::sym("q_end"), v_end = Expr::sym("v_end");

/// A ball that starts at 1 m, with a velocity to be found, and is at a height after a second.
BoundaryValue arrival(double target, double shortest = 1.0, double longest = 1.0) {
  return {.name = "arrival",
          .q = q_end,
          .v = v_end,
          .targets = {{"height", height, target}},
          .velocities = {{"v", 0.0, -5.0, 5.0}},
          .duration = {"T", 1.0, shortest, longest},
          .end = {{"height", q_end - height}}};
}

System ball(double gravity) {
  const Expr q = Expr::sym("q");
  return System({.name = "ball", .q = q, .M = 2.0, .V = 2.0 * gravity * q, .g = {{"floor", q}}});
}

/// Two steps of the ball from 1 m, and the program with what they decide.
struct Path {
  Path(double gravity, const BoundaryValue& b, double v, double T)
      : system(ball(gravity)),
        stepper(system, {.discretization = verlet(), .backend = newton()}),
        frozen(stepper, FrozenStep::Order::first),
        start{{v, T}} {
    const double h = 0.5 * T;
    const Trajectory run =
        simulate(stepper, {.q = Vector{{1.0}}, .p = Vector{{2.0 * v}}}, {.h = h, .steps = 2});
    std::string why;
    for (size_t k = 0; k < 2; ++k) {
      FrozenStep* const step = frozen.take(run.steps[k], h, run.steps[k + 1], why);
      EXPECT_TRUE(step) << why;
      steps.push_back({.label = frozen.label(),
                       .equations = step,
                       .at = step->point(),
                       .q1 = run.steps[k + 1].state.q});
    }
    program.emplace(system, verlet(), b, frozen, plan_of(steps));
  }
  [[nodiscard]] IpoptEnd solve() { return program->solve(steps, start); }

  System system;
  Collision stepper;
  FrozenSteps frozen;
  std::vector<PathStep> steps;
  std::optional<PathProgram> program;
  Vector start;
};

TEST(PathProgram, finds_the_throw_that_arrives) {
  // Verlet's rule is exact in a constant field: q = 1 + v t - g t^2/2.
  Path path(10.0, arrival(0.5), 5.5, 1.0);
  ASSERT_EQ(path.solve(), IpoptEnd::solved);
  EXPECT_NEAR(path.start[0], 4.5, 1e-10);
  EXPECT_EQ(path.start[1], 1.0) << "the duration is known";
  EXPECT_GT(path.program->iterations(), 0);
}

TEST(PathProgram, goes_through_its_impacts) {
  // Thrown down at 1.6 m/s without gravity, the ball bounces in the second step. The end is at
  // |v| - 1: v = -1.8 for 0.8 m, and the impact moves within its step.
  Path bounces(0.0, arrival(0.8), -1.6, 1.0);
  EXPECT_NE(bounces.program->plan()[0], bounces.program->plan()[1]);
  ASSERT_EQ(bounces.solve(), IpoptEnd::solved);
  EXPECT_NEAR(bounces.start[0], -1.8, 1e-10);
  // Without the impact another throw arrives.
  Path straight(0.0, arrival(0.8), -0.6, 1.0);
  EXPECT_EQ(straight.program->plan()[0], straight.program->plan()[1]);
  ASSERT_EQ(straight.solve(), IpoptEnd::solved);
  EXPECT_NEAR(straight.start[0], -0.2, 1e-10);
}

TEST(PathProgram, takes_the_start_nearest_to_the_guess_where_there_is_a_choice) {
  // 1 + v T = 2 with both open. On v T = 1 the point nearest to (2, 0.5) + 0.25 (0.5, 2), which
  // lies on the normal through (2, 0.5), is (2, 0.5).
  Path path(0.0, arrival(2.0, 0.1, 5.0), 2.125, 1.0);
  ASSERT_EQ(path.solve(), IpoptEnd::solved);
  EXPECT_NEAR(path.start[0], 2.0, 1e-9);
  EXPECT_NEAR(path.start[1], 0.5, 1e-9);
}

TEST(PathProgram, finds_no_throw_to_ends_that_contradict_each_other) {
  BoundaryValue b = arrival(2.0, 0.1, 5.0);
  b.end.add("higher", q_end - height - 1.0);
  Path path(0.0, b, 2.0, 2.0);
  EXPECT_NE(path.solve(), IpoptEnd::solved);
}

}  // namespace
}  // namespace ricochet
