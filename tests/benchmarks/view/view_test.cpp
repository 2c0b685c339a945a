#include "draw/planar.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/problems.hpp"
#include "support/saved_star.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;
using testing::Not;

class View : public support::SavedStar {};

TEST_F(View, plays_a_report_with_its_tables) {
  const Outcome outcome = view("run.json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("run.html: 181 frames of 181 rows"));
  const auto run = data("run.html");
  EXPECT_EQ(run.at("frames").at("t").size(), 181U);
  EXPECT_EQ(run.at("bodies").at(0).at("name"), "star");
  EXPECT_TRUE(run.at("impactsKnown"));
  EXPECT_FALSE(run.at("impacts").empty()) << "the star hits the floor in these steps";
  const std::string html = content_of(folder.path("run.html"));
  EXPECT_THAT(html, HasSubstr("<dt>method</dt><dd>"));
  EXPECT_THAT(html, Not(HasSubstr("{{")));
  EXPECT_THAT(html, Not(HasSubstr("src=")));  // no external resources
  EXPECT_THAT(html, Not(HasSubstr("https:")));
}

TEST_F(View, refuses_what_does_not_belong_together) {
  const auto complaint = [&](const std::string& operand, const std::vector<std::string>& words) {
    const Outcome outcome = view(operand, words);
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(complaint("run.csv", {"--problem", "bowl"}), HasSubstr("has a column 'q2', but"));
  EXPECT_THAT(complaint("run.csv", {"--problem", "cradle"}), HasSubstr("column 'q3' is missing"));
  EXPECT_THAT(complaint("run.csv", {"--problem", "stra"}), HasSubstr("did you mean 'star'"));
  EXPECT_THAT(complaint("run.csv", {"--problem", "pogo"}),
              HasSubstr("no body that moves in a plane"));
  EXPECT_THAT(complaint("run.json", {"--problem", "star"}), HasSubstr("exclude each other"));
  EXPECT_THAT(complaint("run.csv", {"--set", "gravity=1"}), HasSubstr("--set goes with --problem"));
  EXPECT_THAT(complaint("run.csv", {"--out", folder.path("run.csv")}),
              HasSubstr("is what is to be viewed"));
  EXPECT_THAT(complaint("run.csv", {"--out", folder.path("no/page.html")}),
              HasSubstr("does not exist; create it first"));
  EXPECT_THAT(complaint("run.csv", {"--events", folder.path("run.csv")}),
              HasSubstr("the column 'step' is missing"));
  EXPECT_THAT(complaint("none.csv", {}), HasSubstr("cannot be read"));
}

TEST_F(View, refuses_broken_tables) {
  const auto complaint = [&](const std::string& content) {
    const std::string path = folder.write("t.csv", content);
    const Outcome outcome = ricochet_program({"view", path, "--problem", "bowl"});
    EXPECT_EQ(outcome.code, 2) << content;
    EXPECT_FALSE(std::filesystem::exists(folder.path("t.html")));
    return outcome.err;
  };
  const std::string head = trajectory_header(2) + "\n";
  EXPECT_THAT(complaint(""), HasSubstr("t.csv: is empty"));
  EXPECT_THAT(complaint(head), HasSubstr("t.csv: has no row"));
  EXPECT_THAT(complaint(head + "0,1,0.5,1,1\n0.1,1,0.5"), HasSubstr("t.csv:3: expected 5 fields"));
  EXPECT_THAT(complaint(head + "0,1,nan,1,1\n"), HasSubstr("'nan' is not finite"));
  EXPECT_THAT(complaint(head + "0,1,0.5,1,1\n0,1,0.5,1,1\n"), HasSubstr("is no trajectory"));
}

TEST_F(View, leaves_out_a_last_row_that_is_cut_off) {
  std::string table = content_of(folder.path("run.csv"));
  table.resize(table.size() - 5);
  std::ofstream(folder.path("run.csv"), std::ios::binary) << table;
  const Outcome outcome = view("run.json");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("180 frames of 180 rows"));
  EXPECT_THAT(outcome.err, HasSubstr("warning: " + folder.path("run.csv") + ": the last row has"));
}

TEST_F(View, refuses_the_report_of_another_run_and_foreign_impacts) {
  ASSERT_EQ(ricochet_program({"run", "star", "--steps", "1", "--q0", "0,9,0", "--report",
                              folder.path("other.json"), "--quiet"})
                .code,
            0);
  EXPECT_THAT(view("run.csv", {"--report", folder.path("other.json")}).err,
              HasSubstr("does not begin where the run of"));
  EXPECT_THAT(view("other.json").err, HasSubstr("its run wrote no trajectory"));
  const std::string events = folder.write("e.csv", events_header() + "\n1,0.1,0,ceiling,1,0,0\n");
  EXPECT_THAT(view("run.csv", {"--events", events}).err, HasSubstr("names 'ceiling', which is no"));
}

TEST_F(View, plays_every_planar_problem_even_without_steps) {
  int played = 0;
  for (const std::string& name : problem_names()) {
    const std::string table = folder.path(name + ".csv"), report = folder.path(name + ".json");
    ASSERT_EQ(ricochet_program(
                  {"run", name, "--steps", "0", "--out", table, "--report", report, "--quiet"})
                  .code,
              0);
    const Outcome outcome = ricochet_program({"view", report});
    const bool planar = !planar_bodies(find_problem(name).make()).empty();
    EXPECT_EQ(outcome.code, planar ? 0 : 2) << name << outcome.err;
    if (planar) ++played;
  }
  EXPECT_GT(played, 10);
}

}  // namespace
}  // namespace ricochet::cli
