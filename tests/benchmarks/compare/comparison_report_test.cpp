#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::ContainsRegex;
using testing::HasSubstr;

TEST(Compare, prints_tables_that_fit_120_columns) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program(
      {"compare", "particle-floor", "--steps", "30", "--out", folder.path("r"), "--steppers",
       "gvi,collision,nonholonomic-collision,newmark,collision --slow-impact restitution"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("| energy band |"));
  EXPECT_THAT(outcome.out, HasSubstr("| nonholonomic-collision |"));
  EXPECT_THAT(outcome.out, HasSubstr("| collision #5 "));
  EXPECT_THAT(outcome.out, HasSubstr("- collision #5: collision --slow-impact restitution\n"));
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("Picture, ", 0) == 0) continue;
    EXPECT_LE(line.size(), 120U) << line;
  }
}

TEST(Compare, draws_no_curves_of_round_off) {
  const ScratchFolder folder;
  const Outcome outcome =
      ricochet_program({"compare", "billiard-table", "--steps", "100", "--steppers",
                        "collision,forced-collision", "--out", folder.path("r")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string svg = content_of(folder.path("r/billiard-table.svg"));
  EXPECT_THAT(svg, HasSubstr("E - E0 [J]"));
  EXPECT_THAT(svg, HasSubstr("largest energy error so far (at 6.9e-13: round-off)"));
}

TEST(Compare, prints_nothing_where_no_step_was_made) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  const Outcome outcome =
      ricochet_program({"compare", "two-balls-wall", "--steppers", "discrete-smooth,collision",
                        "--steps", "5", "--out", out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ContainsRegex("discrete-smooth \\| not_smooth \\|   0/5 \\| 2 / - / - "
                                         "\\| +- \\| +- \\| +- \\|\n"));
  EXPECT_THAT(outcome.out,
              ContainsRegex("discrete-smooth \\| +- \\| +- \\| +- \\| +- \\| +- \\| +- \\|\n"));
  const auto failed =
      nlohmann::json::parse(content_of(out + "/two-balls-wall.json")).at("methods").at(0);
  EXPECT_EQ(failed.at("steps_wanted"), 5);
  EXPECT_TRUE(failed.at("energy").at("max").is_null());
  EXPECT_TRUE(failed.at("certificate_max").is_null());
  EXPECT_TRUE(failed.at("seconds_per_step").is_null());
  EXPECT_THAT(content_of(out + "/two-balls-wall.csv"),
              ContainsRegex("\n\"discrete-smooth\",not_smooth,0,5,2,,,,,,,,,,,,,,\n"));
}

TEST(Compare, counts_impacts_of_methods_that_list_them_only) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  ASSERT_EQ(ricochet_program({"compare", "two-balls-wall", "--steps", "12", "--out", out}).code, 0);
  const auto json = nlohmann::json::parse(content_of(out + "/two-balls-wall.json"));
  int listed = 0;
  for (const auto& method : json.at("methods")) {
    const std::string name = method.at("method");
    if (method.at("steps") == 0) continue;
    const auto report =
        nlohmann::json::parse(content_of(out + "/two-balls-wall_" + name + ".json"));
    if (method.at("impacts").is_null()) {
      EXPECT_EQ(report.at("impacts"), 0) << name << " lists impacts and does not declare it";
    } else {
      // One number scales all reflections of an impact that keeps the shadow energy.
      EXPECT_EQ(method.at("impacts"), name == "shadow" ? 1 : 3) << name;
      ++listed;
    }
  }
  EXPECT_EQ(listed, 6);
}

}  // namespace
}  // namespace ricochet::cli
