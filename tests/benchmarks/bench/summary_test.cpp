#include "bench/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

constexpr double infinity = std::numeric_limits<double>::infinity();

Measurement row(const std::string& problem, const std::string& method, const std::string& status,
                double seconds) {
  return {.trial = {.problem = {.problem = problem},
                    .method = method,
                    .backend = "newton",
                    .limits = {.seconds = 0.999}},
          .steps_wanted = 10,
          .status = status,
          .seconds_mean = seconds / 10.0};
}

TEST(Competitors, count_cases_by_how_they_ended) {
  const Measurements rows = {
      row("a", "gvi", "converged", 0.003), row("a", "hybrid", "refused", 0.0),
      row("b", "gvi", "cut", 0.5),         row("b", "hybrid", "converged", 0.007),
      row("c", "gvi", "singular", 0.001),  row("c", "hybrid", "refused", 0.0),
  };
  SuiteResult result;
  for (const Measurement& r : rows) result.rows.push_back(&r);
  const auto all = competitors(result);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].method, "gvi");
  EXPECT_EQ(all[0].taken(), 3);
  EXPECT_EQ(all[0].done, 1);
  EXPECT_EQ(all[0].cut, 1);
  EXPECT_EQ(all[0].failed, 1);
  // 3 ms and twice the limit of 999 ms, shift 1 ms: cbrt(4 * 1000 * 1000) - 1
  EXPECT_NEAR(all[0].mean_time, 1e-3 * (std::cbrt(4e6) - 1.0), 1e-12);
  EXPECT_EQ(all[1].taken(), 1);
  EXPECT_EQ(all[1].refused, 2);
  EXPECT_NEAR(all[1].mean_time, 0.007, 1e-12);

  const auto table = costs(result, all);
  ASSERT_EQ(table.size(), 3U);
  EXPECT_THAT(table[0], ElementsAre(DoubleEq(0.003), infinity));
  EXPECT_THAT(table[1], ElementsAre(infinity, DoubleEq(0.007)));
  EXPECT_THAT(table[2], ElementsAre(infinity, infinity));
}

TEST(Competitors, tell_what_was_not_tried_from_what_was_cut) {
  const Measurements rows = {row("a", "gvi", "cut", 0.1), row("b", "gvi", "not_tried", 0.0)};
  SuiteResult result;
  for (const Measurement& r : rows) result.rows.push_back(&r);
  const Competitor gvi = competitors(result).front();
  EXPECT_EQ(gvi.cut, 1);
  EXPECT_EQ(gvi.not_tried, 1);
  EXPECT_EQ(gvi.failed, 0);
  EXPECT_EQ(gvi.taken(), 2);
  EXPECT_TRUE(std::isnan(gvi.certificate_max)) << "no step was made";
}

TEST(Competitors, leave_out_of_profiles_what_nobody_takes) {
  const Measurements rows = {row("a", "gvi", "refused", 0.0), row("b", "gvi", "converged", 0.1)};
  SuiteResult result;
  for (const Measurement& r : rows) result.rows.push_back(&r);
  EXPECT_EQ(costs(result, competitors(result)).size(), 1U);
}

}  // namespace
}  // namespace ricochet::cli
