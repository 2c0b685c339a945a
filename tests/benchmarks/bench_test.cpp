#include "cli/bench_report.hpp"
#include "cli/measurement.hpp"
#include "cli/suites.hpp"
#include "ricochet/problems.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::Not;

TEST(Bench, writes_table_csv_and_pictures_and_says_where) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  const Outcome outcome =
      ricochet_program({"bench", "--steps", "5", "--backend", "newton", "--out", out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(out + "/bench.md"));
  const std::string csv = content_of(out + "/bench.csv"), page = content_of(out + "/bench.md");
  EXPECT_THAT(csv, HasSubstr("\ncradle,10,4,5,gvi,newton,converged,5,"));
  EXPECT_THAT(csv, Not(HasSubstr("\nbowl,")));  // one constraint only
  EXPECT_THAT(page, HasSubstr("| cradle "));
  EXPECT_THAT(page, HasSubstr("CasADi 3"));
  EXPECT_GT(content_of(out + "/time_per_step.png").size(), 1000U);
  EXPECT_GT(content_of(out + "/cradle.png").size(), 1000U);
}

TEST(Bench, measures_steps_of_a_problem) {
  const Measurement row =
      measure("bowl", problems::bowl(), "ipopt", 10, nullptr, [] { return false; });
  EXPECT_TRUE(row.ok()) << row.message;
  EXPECT_EQ(row.summary.steps, 10);
  EXPECT_GT(row.seconds_median, 0.0);
  EXPECT_GT(row.seconds_mean, 0.0);
  EXPECT_GT(row.ipopt_iterations(), 0.0);
  EXPECT_GT(row.energy_band(), 0.0);
}

TEST(Bench, keeps_failures_in_the_table) {
  Problem falling = find_problem("particle-1d").make();
  falling.stepper = "discrete-smooth";
  const Measurement failed =
      measure("falling", falling, "newton", 100, nullptr, [] { return false; });
  EXPECT_EQ(failed.status, "not_smooth");
  EXPECT_THAT(failed.message, HasSubstr("'floor'"));
  falling.stepper = "none";
  const Measurement refused =
      measure("none", falling, "newton", 100, nullptr, [] { return false; });
  EXPECT_EQ(refused.status, "refused");
  EXPECT_THAT(bench_csv({failed, refused}), HasSubstr("none,1,1,0,none,newton,refused,0,"));
  EXPECT_THAT(bench_page({failed, refused}, "x"), HasSubstr("- falling with newton: "));
  EXPECT_THAT(bench_chart({failed, refused}), HasSubstr("\"none\" NaN"));
}

TEST(Bench, has_a_problem_in_every_suite) {
  EXPECT_FALSE(all_suites().empty());
  for (const Suite& suite : all_suites()) {
    size_t problems = 0;
    for (const ProblemEntry& entry : all_problems()) problems += suite.has(entry.make()) ? 1 : 0;
    EXPECT_GT(problems, 0U) << suite.name;
  }
}

TEST(Bench, refuses_a_folder_it_cannot_make) {
  EXPECT_THAT(ricochet_program({"bench", "--out", "/dev/null/x"}).err,
              HasSubstr("cannot be created"));
}

}  // namespace
}  // namespace ricochet::cli
