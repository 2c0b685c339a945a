#include "bench/charts.hpp"

#include "support/benchmarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::benchmark;
using support::everything_in;
using testing::ElementsAre;

TEST(Bench, draws_time_over_bodies_and_profiles) {
  const BenchReport report =
      benchmark({.suites = {everything_in({3, 5}, {.steps = 5, .seconds = 1000.0})},
                 .methods = {"gvi", "rattle"},
                 .backends = {"newton"}},
                {"cradle", "bowl"});
  const BenchCharts charts(report);
  const Chart scaling = charts.scaling(report.suites.front());
  ASSERT_EQ(scaling.diagrams.size(), 2U);  // the bowl has one size; the second one is the legend
  EXPECT_EQ(scaling.diagrams[0].title, "cradle");
  ASSERT_EQ(scaling.diagrams[0].curves.size(), 2U);
  EXPECT_THAT(scaling.diagrams[0].curves[0].x, ElementsAre(3.0, 5.0));
  EXPECT_EQ(scaling.diagrams[1].curves[1].title, "rattle");
  const Chart profiles = charts.profiles(report.suites.front());
  ASSERT_EQ(profiles.diagrams.size(), 1U);
  for (const Curve& curve : profiles.diagrams[0].curves) {
    EXPECT_EQ(curve.y.back(), 1.0) << curve.title;  // all cases are solved
    EXPECT_EQ(curve.x.front(), 1.0);
  }
}

TEST(Bench, draws_no_time_over_bodies_of_a_single_size_and_no_profile_of_one_method) {
  const BenchReport report =
      benchmark({.suites = {everything_in({3}, {.steps = 5, .seconds = 1000.0})},
                 .methods = {"gvi"},
                 .backends = {"newton"}},
                {"cradle"});
  const BenchCharts charts(report);
  EXPECT_TRUE(charts.scaling(report.suites.front()).diagrams.empty());
  EXPECT_TRUE(charts.profiles(report.suites.front()).diagrams.empty());
}

}  // namespace
}  // namespace ricochet::cli
