#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// What users of other engines reported does not happen here: heights, energies and velocities are
/// those of elastic impacts at the step that the users would take.

namespace ricochet {
namespace {

using support::near;
using testing::ContainsRegex;

Trajectory run(const Problem& problem, const std::string& stepper, long steps) {
  StepperOptions options = find_stepper(stepper).suited(problem.discretization);
  options.backend = make_backend("newton");
  const auto method = make_stepper(stepper, problem.system, options);
  return simulate(*method, problem.initial, {.h = problem.h, .steps = steps});
}

Trajectory run(const Problem& problem) { return run(problem, problem.stepper, problem.steps()); }

std::vector<Problem> reported_problems() {
  std::vector<Problem> chosen;
  for (const ProblemEntry& entry : all_problems())
    if (Problem problem = entry.make(); !problem.reported.empty()) chosen.push_back(problem);
  return chosen;
}

TEST(ReportedProblems, name_their_thread_and_keep_their_energy) {
  const std::vector<Problem> problems = reported_problems();
  EXPECT_GE(problems.size(), 5U);
  for (const Problem& problem : problems) {
    const std::string& name = problem.system.name();
    EXPECT_THAT(problem.reported, ContainsRegex("^[^ ]+/[^ ]+ (issue|pull request) [0-9]+: "))
        << name;
    const Trajectory made = run(problem);
    ASSERT_TRUE(made.ok()) << name << ": " << made.message();
    const double E0 = energy(problem.system, made)[0];
    EXPECT_LT(energy_error(problem.system, made).cwiseAbs().maxCoeff(), 1e-3 * E0) << name;
  }
}

/// How high the underside of the ball is where it turns, after each impact [m].
std::vector<double> heights(const Problem& problem, const Trajectory& made) {
  std::vector<double> turns;
  for (size_t k = 1; k + 1 < made.steps.size(); ++k) {
    const double before = made.steps[k - 1].state.q[1], y = made.steps[k].state.q[1];
    if (y > before && y >= made.steps[k + 1].state.q[1])
      turns.push_back(y - problem.system.parameter("radius"));
  }
  return turns;
}

TEST(DroppedBalls, come_back_to_where_they_were_dropped) {
  for (const char* name : {"elastic-ball", "high-drop"}) {
    const Problem problem = find_problem(name).make();
    const double height = problem.system.parameter("height");
    // Between two steps the ball is lower than it gets by at most g h^2 / 8.
    const double seen = problem.system.parameter("gravity") * problem.h * problem.h / 8.0;
    for (const char* stepper : {"collision", "gvi"}) {
      const Trajectory made = run(problem, stepper, problem.steps());
      ASSERT_TRUE(made.ok()) << made.message();
      const std::vector<double> turns = heights(problem, made);
      EXPECT_GE(turns.size(), 6U) << name << " " << stepper;
      for (const double turn : turns)
        EXPECT_NEAR(turn, height, 1e-4 * height + seen) << name << " " << stepper;
    }
  }
}

TEST(DroppedBallsControl, come_back_lower_with_less_restitution) {
  Problem problem = find_problem("high-drop").make();
  problem.system = problem.system.with("restitution", 0.9);
  const Trajectory made = run(problem, "moreau-jean", 1200);
  ASSERT_TRUE(made.ok()) << made.message();
  EXPECT_NEAR(heights(problem, made).at(0), 0.81 * 10.0, 0.1);
}

TEST(TwoBallsWall, makes_three_impacts_within_two_steps_exactly) {
  const Problem problem = find_problem("two-balls-wall").make();
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  EXPECT_EQ(impacts(made).size(), 3U);
  constexpr double round_off = 1e-14;
  const State& after = made.steps.at(2).state;  // 5 ms after the third impact
  EXPECT_TRUE(near(after.p, Vector{{-2.0, 0.0, 0.0, 0.0}}, round_off));
  EXPECT_TRUE(near(after.q, Vector{{0.78, 0.0, 0.99, 0.0}}, round_off));
}

TEST(KissingBalls, pass_the_velocity_through_the_row) {
  for (const int n : {3, 5, 9}) {
    const Problem problem = find_problem("kissing-balls").make({{"n", n}});
    const Trajectory made = run(problem, problem.stepper, 30);
    ASSERT_TRUE(made.ok()) << made.message();
    Vector last_one = Vector::Zero(2 * n);
    last_one[2 * n - 2] = 0.17;
    EXPECT_TRUE(near(made.last().state.p, last_one, 1e-14)) << n;
  }
}

TEST(KissingBalls, hit_one_by_one_do_the_same) {
  Problem problem = find_problem("kissing-balls").make();
  for (int i = 2; i < 5; ++i) problem.initial.q[2 * i] += 0.02 * (i - 1);
  const Trajectory made = run(problem, "collision", 45);
  ASSERT_TRUE(made.ok()) << made.message();
  EXPECT_EQ(impacts(made).size(), 4U);
  EXPECT_NEAR(made.last().state.p[8], 0.17, 1e-13);
}

}  // namespace
}  // namespace ricochet
