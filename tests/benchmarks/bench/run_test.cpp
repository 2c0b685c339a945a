#include "bench/run.hpp"

#include "ricochet/problems.hpp"
#include "support/benchmarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace ricochet::cli {
namespace {

using support::benchmark;
using support::everything_in;
using support::measured;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Everything in a row but its times.
std::string without_times(Measurement row) {
  row.seconds_mean = row.seconds_median = row.seconds_setup = 0.0;
  BenchReport report;
  report.rows = {row};
  return bench_csv(report) + row.message;
}

TEST(Bench, goes_to_the_end_of_the_problem_where_a_suite_says_so) {
  const Problem problem = problems::elastic_ball();
  const BenchReport report = benchmark({.suites = {find_suite("reported"), find_suite("all")},
                                        .methods = {"own", "discrete-smooth"},
                                        .backends = {"newton"}},
                                       {"elastic-ball", "bowl"});
  ASSERT_EQ(report.suites.size(), 2U);
  ASSERT_EQ(report.suites[0].rows.size(), 2U);
  EXPECT_EQ(report.suites[0].rows[0]->summary.steps, problem.steps());
  EXPECT_EQ(report.suites[1].rows.front()->summary.steps, problem.steps()) << "measured once";
  EXPECT_EQ(report.rows.size(), 3U);
  const std::string told = reported_lines(report.suites[0]);
  EXPECT_THAT(told, HasSubstr("- elastic-ball\n  - there: dimforge/rapier issue 97"));
  EXPECT_THAT(told,
              HasSubstr("  - here: collision, 1200 steps of 0.01667 s: the end at t = 20 s is "
                        "reached; energy error from -"));
  EXPECT_THAT(told, HasSubstr(" of the energy at the start, 16 impacts, no penetration\n"));
  EXPECT_THAT(bench_page(report), HasSubstr("The whole duration of each problem, cut after 60 s."));
  EXPECT_EQ(reported_lines(report.suites[1]), "");
}

TEST(Bench, cuts_at_the_limit_and_does_not_try_larger_cases) {
  const BenchReport report =
      benchmark({.suites = {everything_in({3, 4, 5}, {.steps = 10, .seconds = 1e-9})},
                 .methods = {"gvi"},
                 .backends = {"newton"}},
                {"cradle"});
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_TRUE(report.rows[0].cut());
  EXPECT_THAT(report.rows[0].message,
              StartsWith("cut after 0 of 10 steps by the limit of 1e-09 s"));
  for (const size_t larger : {1U, 2U}) {
    EXPECT_FALSE(report.rows[larger].tried());
    EXPECT_EQ(report.rows[larger].message, "cradle n=3 was cut already");
  }
  EXPECT_THAT(bench_notes(report.rows),
              HasSubstr("Not tried:\n\n- gvi: cradle n=4, cradle: cradle n=3 was cut already"));
}

TEST(Bench, finds_the_same_with_one_thread_and_with_two) {
  BenchRequest request{.suites = {everything_in({3, 5}, {.steps = 12, .seconds = 1000.0})},
                       .methods = {"gvi", "collision", "discrete-smooth", "rattle"},
                       .backends = {"automatic", "ipopt"}};
  const std::vector<std::string> problems = {"cradle", "bowl", "particle-1d", "pendulum-cylinder"};
  const BenchReport one = benchmark(request, problems);
  request.jobs = 2;
  const BenchReport two = benchmark(request, problems);
  ASSERT_EQ(one.rows.size(), 40U);
  ASSERT_EQ(two.rows.size(), one.rows.size());
  for (size_t i = 0; i < one.rows.size(); ++i)
    EXPECT_EQ(without_times(one.rows[i]), without_times(two.rows[i]));
  ASSERT_EQ(one.precision.size(), two.precision.size());
  size_t points = 0;
  for (size_t i = 0; i < one.precision.size(); ++i) {
    ASSERT_EQ(one.precision[i].curves.size(), two.precision[i].curves.size());
    for (size_t j = 0; j < one.precision[i].curves.size(); ++j) {
      const auto &a = one.precision[i].curves[j].points, &b = two.precision[i].curves[j].points;
      ASSERT_EQ(a.size(), b.size());
      points += a.size();
      for (size_t l = 0; l < a.size(); ++l) EXPECT_EQ(a[l].error, b[l].error);
    }
  }
  EXPECT_GT(points, 20U);
  EXPECT_THAT(bench_page(two), HasSubstr("2 cases at a time, which disturb each other's times"));
  EXPECT_THAT(bench_page(one), Not(HasSubstr("disturb")));
}

TEST(Bench, keeps_the_cases_done_when_it_is_stopped) {
  for (const long jobs : {1, 2}) {
    std::atomic<int> asked = 0;
    const BenchReport report =
        benchmark({.suites = {everything_in({}, {.steps = 10, .seconds = 1000.0})},
                   .methods = {"gvi", "moreau-jean"},
                   .backends = {"newton"},
                   .jobs = jobs},
                  {"bowl", "crest", "oscillator", "particle-1d"}, [&] { return ++asked > 40; });
    EXPECT_TRUE(report.stopped);
    EXPECT_GT(report.rows.size(), 0U);
    EXPECT_LT(report.rows.size(), 8U);
    for (const Measurement& row : report.rows) EXPECT_EQ(row.summary.steps, 10) << row.status;
    if (jobs == 1) {
      EXPECT_EQ(report.rows.front().trial.name(), "bowl with gvi, newton");
    }
    EXPECT_THAT(bench_page(report), HasSubstr("stopped on request"));
  }
}

TEST(Bench, makes_a_method_that_is_named_twice_once) {
  const BenchReport report =
      benchmark({.suites = {everything_in({}, {.steps = 2, .seconds = 1000.0})},
                 .methods = {"own", "gvi", "gvi"},
                 .backends = {"newton"}},
                {"cradle"});
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows.front().trial.method, "gvi");
}

}  // namespace
}  // namespace ricochet::cli
