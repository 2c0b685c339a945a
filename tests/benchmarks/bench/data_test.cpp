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

TEST(PrecisionCsv, has_a_row_per_problem_method_and_step) {
  const WorkPrecision study{
      .problem = {.problem = "cradle", .set = {{"n", 2.0}}, .size = 2},
      .reference = "gvi with h / 64",
      .uncertainty = 1e-9,
      .curves = {{"newmark --newmark 0.25,0.5", {{0.1, 0.25, 2.0}, {0.05, 0.0625, 4.0}}}}};
  EXPECT_EQ(precision_csv({study, {}}),
            "case,reference,uncertainty,method,h,error,seconds\n"
            "cradle n=2,gvi with h / 64,1.0000000000000001e-09,\"newmark --newmark "
            "0.25,0.5\",0.10000000000000001,0.25,2\n"
            "cradle n=2,gvi with h / 64,1.0000000000000001e-09,\"newmark --newmark "
            "0.25,0.5\",0.050000000000000003,0.0625,4\n");
}

TEST(BenchJson, tells_the_suites_of_a_row_and_null_for_no_limit_of_steps) {
  BenchReport report{.command = "ricochet bench"};
  report.rows = {{.trial = {.problem = {.problem = "bowl"}, .method = "gvi", .backend = "newton"},
                  .status = "converged"}};
  report.suites = {
      {.suite = {.name = "mine", .limits = {.steps = {}}}, .rows = {&report.rows.front()}},
      {.suite = {.name = "other"}}};
  const auto json = nlohmann::json::parse(bench_json(report));
  EXPECT_EQ(json.at("cases").at(0).at("suites"), nlohmann::json({"mine"}));
  EXPECT_TRUE(json.at("suites").at(0).at("limits").at("steps").is_null());
  EXPECT_EQ(json.at("suites").at(1).at("limits").at("steps"), 300);
  EXPECT_EQ(json.at("suites").at(0).at("methods").at(0).at("solved"), 1);
  EXPECT_TRUE(json.at("suites").at(1).at("methods").empty());
}

}  // namespace
}  // namespace ricochet::cli
