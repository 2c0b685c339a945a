#include "bench/report.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet::cli {
namespace {

TEST(Measurement, names_reports_so_that_any_system_takes_them) {
  EXPECT_EQ(run_name({{.problem = "cradle", .set = {{"n", 20.0}}, .size = 20},
                      "newmark --newmark 0.25,0.5",
                      "automatic"}),
            "cradle_n=20_newmark_--newmark_0.25_0.5_automatic.json");
}

Measurement row(const std::string& backend, double seconds, const std::string& status) {
  Measurement made{.trial = {.problem = {.problem = "bowl"}, .method = "gvi", .backend = backend},
                   .steps_wanted = 10,
                   .status = status,
                   .seconds_median = seconds,
                   .seconds_mean = seconds};
  made.summary.steps = 10;
  return made;
}

TEST(BenchRatios, compare_backends_case_by_case_where_both_ran) {
  EXPECT_EQ(bench_ratios({row("newton", 0.5, "converged"), row("ipopt", 2.0, "cut")}),
            "Time per step, ipopt / newton: bowl gvi 4.\n");
  EXPECT_EQ(bench_ratios({row("newton", 0.5, "converged"), row("ipopt", 0.0, "refused")}), "");
  EXPECT_EQ(bench_ratios({}), "");
}

}  // namespace
}  // namespace ricochet::cli
