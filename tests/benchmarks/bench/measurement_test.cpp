#include "bench/measurement.hpp"

#include "ricochet/problems.hpp"
#include "support/benchmarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::measured;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Measurement, measures_steps_of_a_problem) {
  const Measurement row =
      measured({{.problem = "bowl"}, "discrete-smooth", "ipopt"}, {.steps = 10});
  EXPECT_TRUE(row.ok()) << row.message;
  EXPECT_EQ(row.summary.steps, 10);
  EXPECT_GT(row.seconds_median, 0.0);
  EXPECT_GT(row.seconds_mean, 0.0);
  EXPECT_GT(row.seconds_setup, 0.0);
  EXPECT_GT(row.ipopt_iterations(), 0.0);
  EXPECT_GT(row.energy_band(), 0.0);
}

TEST(Measurement, ends_where_the_problem_ends) {
  const Problem problem = problems::corner_tip();
  const Measurement row =
      measured({{.problem = "corner-tip"}, "collision", "newton"}, {.steps = 1000});
  EXPECT_EQ(row.summary.steps, problem.steps());
  EXPECT_TRUE(row.ok()) << row.message;
}

TEST(Measurement, keeps_failures_and_refusals_as_rows) {
  const Measurement failed =
      measured({{.problem = "particle-1d"}, "discrete-smooth", "newton"}, {.steps = 1000});
  EXPECT_EQ(failed.status, "not_smooth");
  EXPECT_THAT(failed.message, HasSubstr("'floor'"));
  const Measurement refused =
      measured({{.problem = "pendulum-cylinder"}, "gvi", "newton"}, {.steps = 10});
  EXPECT_TRUE(refused.refused());
  EXPECT_FALSE(refused.message.empty());
  const std::string notes = bench_notes({failed, refused});
  EXPECT_THAT(notes, HasSubstr("Failed:\n\n- particle-1d with discrete-smooth, newton: "));
  EXPECT_THAT(notes, HasSubstr("cannot take a case:\n\n- gvi: pendulum-cylinder: "));
  EXPECT_THAT(notes, Not(HasSubstr("Not tried")));
  EXPECT_THAT(bench_table({failed, refused}), Not(HasSubstr("pendulum")));
}

TEST(Measurement, does_not_try_what_would_take_too_long_to_build) {
  const auto trial = [](int bodies, double seconds = 2.0) {
    return Trial{.problem = {.problem = "cradle", .size = bodies},
                 .method = "gvi",
                 .limits = {.seconds = seconds}};
  };
  Measurement smaller{.trial = trial(10), .status = "converged", .seconds_setup = 0.3};
  EXPECT_FALSE(untried(trial(20), smaller));  // 1.2 s at quadratic growth
  const auto larger = untried(trial(50), smaller);
  ASSERT_TRUE(larger);
  EXPECT_FALSE(larger->tried());
  EXPECT_THAT(larger->message, HasSubstr("building it would take longer than 2 s"));
  EXPECT_FALSE(untried(trial(50, 60.0), smaller)) << "more time";
  EXPECT_FALSE(untried(trial(5, 0.1), smaller)) << "fewer bodies";
  smaller.status = "cut";
  EXPECT_TRUE(untried(trial(20), smaller));
  EXPECT_FALSE(untried(trial(20, 60.0), smaller)) << "more time than that was cut by";
  smaller.status = "refused";
  EXPECT_FALSE(untried(trial(50), smaller));
}

TEST(Measurement, says_in_the_report_that_a_run_was_cut) {
  const Report report =
      report_of(measured({{.problem = "cradle"}, "gvi", "newton"}, {.steps = 10, .seconds = 1e-9}));
  EXPECT_EQ(report.status, "cut");
  EXPECT_THAT(report.message, StartsWith("cut after 0 of 10 steps"));
}

}  // namespace
}  // namespace ricochet::cli
