#include "bench/report.hpp"
#include "support/benchmarks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet::cli {
namespace {

using support::measured;
using testing::ContainsRegex;
using testing::HasSubstr;

TEST(Measurement, prints_nothing_about_what_was_not_measured) {
  const Measurement small = measured({{.problem = "cradle", .size = 3}, "rattle", "newton"},
                                     {.steps = 10, .seconds = 1e-9});
  const auto larger =
      untried({{.problem = "cradle", .size = 5}, "rattle", "newton", small.trial.limits}, small);
  ASSERT_TRUE(larger);
  EXPECT_EQ(larger->status, "not_tried");
  BenchReport report;
  report.rows = {*larger};
  EXPECT_THAT(bench_csv(report),
              HasSubstr("\ncradle,,,,\"rattle\",newton,,not_tried,,,,,,,,,,,,,,,,,,\n"));
  const auto row = nlohmann::json::parse(bench_json(report)).at("cases").at(0);
  for (const char* name : {"n", "h", "steps", "seconds_setup", "certificate_max", "impacts"})
    EXPECT_TRUE(row.at(name).is_null()) << name;
  EXPECT_THAT(bench_table({*larger}), ContainsRegex("cradle +\\| +- +\\| +- +\\| +- +\\| rattle"));
}

TEST(Measurement, counts_impacts_of_methods_that_list_them_only) {
  const BenchLimits limits{.steps = 20, .seconds = 1000.0};
  BenchReport report;
  report.rows = {measured({{.problem = "two-balls-wall"}, "collision", "newton"}, limits),
                 measured({{.problem = "two-balls-wall"}, "rattle", "newton"}, limits)};
  const auto rows = nlohmann::json::parse(bench_json(report)).at("cases");
  EXPECT_EQ(rows.at(0).at("impacts"), 3);
  EXPECT_TRUE(rows.at(1).at("impacts").is_null());
}

}  // namespace
}  // namespace ricochet::cli
