#include "figures/workbench.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

/// A workbench in a folder of its own.
class OnWorkbench : public testing::Test {
 protected:
  ScratchFolder folder;
  FigureSettings settings{.folder = folder.path(""), .backend = "newton", .quiet = true};
  std::ostringstream out, err;
  Console console{out, err};
  Workbench bench{"key", settings, console};
};

TEST_F(OnWorkbench, runs_are_noted_and_leave_their_tables) {
  const ProblemRun run = bench.run({.label = "fall", .words = "particle-1d --time 0.1"});
  (void)bench.run({.label = "silent", .words = "particle-1d --time 0.1", .table = false});
  ASSERT_EQ(bench.runs().size(), 2U);
  EXPECT_EQ(bench.runs()[0].label, "fall");
  EXPECT_EQ(bench.runs()[0].command, run.command);
  EXPECT_EQ(bench.runs()[0].steps, run.summary.steps);
  EXPECT_THAT(bench.file_names(), ElementsAre("key.svg", "key_fall.csv"));
}

TEST_F(OnWorkbench, a_run_fails_unless_it_may) {
  const std::string words = "particle-1d --stepper discrete-smooth";
  EXPECT_THROW((void)bench.run({.label = "a", .words = words}), FigureFailure);
  EXPECT_TRUE(bench.runs().empty());
  const ProblemRun run = bench.run({.label = "a", .words = words, .may_fail = true});
  EXPECT_FALSE(run.ok());
  EXPECT_EQ(bench.runs().at(0).message, run.message);
}

TEST_F(OnWorkbench, a_stop_request_ends_the_figure) {
  settings.stop_requested = [] { return true; };
  EXPECT_THROW((void)bench.run({.label = "a", .words = "bowl", .may_fail = true}), FigureStopped);
}

TEST_F(OnWorkbench, tables_have_17_digits_and_columns_without_commas) {
  bench.table("errors", {{"h", "error"}, {{0.1, 2.0}, {0.05, -1.0}}});
  const ProblemRun run = bench.run({.label = "two", .words = "cradle --set n=2 --steps 1"});
  bench.picture({.diagrams = {{.curves = {{.x = {0.0, 1.0}, .y = {0.0, 1.0}}}}}});
  bench.write();
  EXPECT_EQ(content_of(folder.path("key_errors.csv")),
            "h,error\n0.10000000000000001,2\n0.050000000000000003,-1\n");
  EXPECT_THAT(content_of(folder.path("key_two.csv")), HasSubstr(",gap_balls_0-1\n0,"));
  EXPECT_THAT(content_of(folder.path("key.svg")), HasSubstr("<svg"));
  EXPECT_EQ(folder.files(), 3U) << "no motion was handed in";
}

}  // namespace
}  // namespace ricochet::cli
