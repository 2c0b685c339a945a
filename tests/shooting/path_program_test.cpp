#include "ricochet/shooting/path_program.hpp"

#include <gtest/gtest.h>

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

/// A flight of the ball from q with velocity w, momentum and impact as they come.
PathFlight flight(double q, double w, double tau, double rest) {
  PathFlight made{.q = Vector{{q}}, .p = Vector{{2.0 * w}}, .rest = rest, .w = Vector{{w}}};
  made.tau = tau;
  made.q1 = Vector{{q + tau * w}};
  made.p1 = made.p;
  return made;
}

TEST(PathProgram, finds_the_throw_that_arrives) {
  // Verlet's rule is exact in a constant field: q = 1 + v t - g t^2/2.
  PathProgram program(ball(10.0), verlet(), arrival(0.5), 2, {});
  Vector start{{3.0, 1.0}};
  const std::vector<PathFlight> guess{flight(1.0, 1.0, 0.5, 0.5), flight(1.5, -2.0, 0.5, 0.5)};
  ASSERT_EQ(program.solve(guess, 0.5, start), IpoptEnd::solved);
  EXPECT_NEAR(start[0], 4.5, 1e-10);
  EXPECT_EQ(start[1], 1.0) << "the duration is known";
  EXPECT_GT(program.iterations(), 0);
}

/// Thrown down at 1.6 m/s without gravity; the ball bounces in the second of two steps.
std::vector<PathFlight> bounce() {
  std::vector<PathFlight> path{flight(1.0, -1.6, 0.5, 0.5), flight(0.2, -1.6, 0.125, 0.5),
                               flight(0.0, 1.6, 0.375, 0.375)};
  path[1].hits = 0;
  path[2].p = Vector{{-3.2}};  // before the impact
  path[2].struck = 0;
  path[2].energy = 2.56;
  path[2].impulse = 6.4;
  return path;
}

TEST(PathProgram, goes_through_its_impacts) {
  // The end is at |v| - 1: v = -1.8 for 0.8 m, and the impact moves within its step.
  const ImpactPlan plan{{.step = 1, .entry = 0}};
  PathProgram program(ball(0.0), verlet(), arrival(0.8), 2, plan);
  EXPECT_EQ(program.plan(), plan);
  Vector start{{-1.6, 1.0}};
  ASSERT_EQ(program.solve(bounce(), 0.5, start), IpoptEnd::solved);
  EXPECT_NEAR(start[0], -1.8, 1e-10);
  // Without the impact another throw arrives.
  PathProgram straight(ball(0.0), verlet(), arrival(0.8), 2, {});
  start = Vector{{-1.6, 1.0}};
  const std::vector<PathFlight> free{flight(1.0, -1.6, 0.5, 0.5), flight(0.2, -1.6, 0.5, 0.5)};
  ASSERT_EQ(straight.solve(free, 0.5, start), IpoptEnd::solved);
  EXPECT_NEAR(start[0], -0.2, 1e-10);
}

TEST(PathProgram, takes_the_start_nearest_to_the_guess_where_there_is_a_choice) {
  // 1 + v T = 2 with both open. On v T = 1 the point nearest to (2, 0.5) + 0.25 (0.5, 2), which
  // lies on the normal through (2, 0.5), is (2, 0.5).
  PathProgram program(ball(0.0), verlet(), arrival(2.0, 0.1, 5.0), 2, {});
  Vector start{{2.125, 1.0}};
  const std::vector<PathFlight> guess{flight(1.0, 2.125, 0.5, 0.5),
                                      flight(2.0625, 2.125, 0.5, 0.5)};
  ASSERT_EQ(program.solve(guess, 0.5, start), IpoptEnd::solved);
  EXPECT_NEAR(start[0], 2.0, 1e-9);
  EXPECT_NEAR(start[1], 0.5, 1e-9);
}

TEST(PathProgram, finds_no_throw_to_ends_that_contradict_each_other) {
  BoundaryValue b = arrival(2.0, 0.1, 5.0);
  b.end.add("higher", q_end - height - 1.0);
  PathProgram program(ball(0.0), verlet(), b, 2, {});
  Vector start{{2.0, 2.0}};
  const std::vector<PathFlight> guess{flight(1.0, 2.0, 1.0, 1.0), flight(3.0, 2.0, 1.0, 1.0)};
  EXPECT_NE(program.solve(guess, 1.0, start), IpoptEnd::solved);
}

}  // namespace
}  // namespace ricochet
