#include "bench/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Ten steps of 0.1 s by the problem's own method.
Measurement made() {
  Measurement row{.trial = {.problem = {.problem = "bowl"}, .method = "collision"},
                  .h = 0.1,
                  .status = "converged",
                  .logs_impacts = true,
                  .end = {.t = 1.0}};
  row.summary = {.steps = 10,
                 .energy_initial = -2.0,
                 .energy_min = -3.0,
                 .energy_max = -2.0,
                 .gap_min = 0.0,
                 .impacts = 3};
  return row;
}

std::string told_with(const std::vector<Measurement>& rows) {
  SuiteResult result{.told = {{{.problem = "bowl"}, "it sinks", "collision"}}};
  for (const Measurement& row : rows) result.rows.push_back(&row);
  return reported_lines(result);
}

TEST(ReportedLines, set_what_happens_here_beside_what_was_seen_there) {
  EXPECT_EQ(told_with({made()}),
            "- bowl\n  - there: it sinks\n  - here: collision, 10 steps of 0.1 s: the end at t = 1 "
            "s is reached; energy error from -5.0e-01 to 0 of the energy at the start, 3 impacts, "
            "no penetration\n");
}

TEST(ReportedLines, say_what_is_wrong_here_too) {
  Measurement row = made();
  row.status = "cut";
  row.summary.gap_min = -0.25;
  row.summary.energy_initial = 0.0;
  row.logs_impacts = false;
  EXPECT_THAT(told_with({row}), HasSubstr("it ends at t = 1 s, cut; energy error from -3.0e+00 to "
                                          "-2.0e+00 J, worst penetration 2.5e-01 m\n"));
  row.summary.steps = 0;
  row.message = "no time";
  EXPECT_THAT(told_with({row}), HasSubstr("  - here: collision, cut: no time\n"));
}

TEST(ReportedLines, take_the_method_of_the_problem_only) {
  Measurement other = made();
  other.trial.method = "gvi";
  const std::string absent = "here: collision, the method of the problem, was not run\n";
  EXPECT_THAT(told_with({other}), HasSubstr(absent));
  EXPECT_THAT(told_with({other, made()}), Not(HasSubstr(absent)));
  EXPECT_EQ(reported_lines({}), "") << "a suite without reported cases";
}

}  // namespace
}  // namespace ricochet::cli
