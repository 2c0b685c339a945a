#include "support/saved_star.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;

class TableOrReport : public support::SavedStar {};

TEST_F(TableOrReport, finds_the_report_beside_a_table) {
  EXPECT_EQ(view("run.csv", {"--out", folder.path("a.html")}).code, 0);
  EXPECT_EQ(view("run.json", {"--out", folder.path("b.html"), "--quiet"}).out, "");
  EXPECT_EQ(content_of(folder.path("a.html")), content_of(folder.path("b.html")));
}

TEST_F(TableOrReport, takes_the_problem_of_a_table_from_the_command_line) {
  std::filesystem::rename(folder.path("run.json"), folder.path("moved.json"));
  const Outcome alone = view("run.csv");
  EXPECT_EQ(alone.code, 2);
  EXPECT_THAT(alone.err, HasSubstr("a table does not say of which problem it is"));
  EXPECT_EQ(view("run.csv", {"--report", folder.path("moved.json")}).code, 0);
  const Outcome named = view("run.csv", {"--problem", "star", "--set", "gravity=1"});
  EXPECT_EQ(named.code, 0);
  EXPECT_THAT(named.out, HasSubstr("impacts inside steps not known (give --events)"));
  EXPECT_FALSE(data("run.html").at("impactsKnown"));
  EXPECT_THAT(content_of(folder.path("run.html")), HasSubstr("no table of impacts was given"));
}

TEST_F(TableOrReport, finds_the_tables_of_a_report_that_moved) {
  const ScratchFolder other;
  std::filesystem::copy(folder.path("run.json"), other.path("run.json"));
  std::filesystem::rename(folder.path("run.csv"), other.path("run.csv"));
  EXPECT_EQ(ricochet_program({"view", other.path("run.json")}).code, 0);
  EXPECT_THAT(view("run.json").err, HasSubstr("is not there; view the table itself"));
}

}  // namespace
}  // namespace ricochet::cli
