#include "program/options/parse.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet {
namespace {

using Words = std::vector<std::string>;
using support::content_of;
using support::message_of;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST(From, repeats_a_run_and_lets_options_change) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program({"run",
                              "cradle",
                              "--set",
                              "n=3",
                              "--set",
                              "mass=2",
                              "--h",
                              "0.005",
                              "--steps",
                              "20",
                              "--stepper",
                              "gvi",
                              "--strict",
                              "--energy",
                              "numerical",
                              "--lagrangian",
                              "verlet",
                              "--backend",
                              "newton",
                              "--out",
                              folder.path("a.csv"),
                              "--report",
                              folder.path("a.json")})
                .code,
            0);
  const Words from = {"run", "--from", folder.path("a.json"), "--out", folder.path("b.csv")};
  EXPECT_EQ(ricochet_program(from).code, 0);
  EXPECT_EQ(content_of(folder.path("a.csv")), content_of(folder.path("b.csv")));
  EXPECT_EQ(ricochet_program(from + Words{"--time", "0.05"}).code, 0);
  const std::string shorter = content_of(folder.path("b.csv"));
  EXPECT_EQ(content_of(folder.path("a.csv")).rfind(shorter, 0), 0U);
  EXPECT_EQ(std::count(shorter.begin(), shorter.end(), '\n'), 12);
}

class Resolved : public testing::Test {
 protected:
  [[nodiscard]] cli::Options from(const std::string& file, const Words& more = {}) const {
    return cli::resolve(cli::parse(Words{"run", "--from", file} + more));
  }

  ScratchFolder folder;
  std::string report = folder.write(
      "r.json", R"({"options": {"problem": "bowl", "h": 0.5, "steps": 9, "out": "old.csv"},
                    "structure": {}, "parameters": {"mass": 2.0}})");
};

TEST_F(Resolved, options_given_stand_over_those_of_the_file) {
  const cli::Options o = from(report, {"--h", "0.25", "--set", "mass=3"});
  EXPECT_EQ(o.operand, "bowl");
  EXPECT_EQ(o.h, 0.25);
  EXPECT_EQ(o.steps, 9);
  ASSERT_EQ(o.set.size(), 2U);
  EXPECT_EQ(o.set.back().second, 3.0) << "the last one counts";
  EXPECT_FALSE(from(report, {"--time", "1"}).steps);
}

TEST_F(Resolved, only_a_resumed_run_goes_on_in_its_files) {
  EXPECT_EQ(from(report).out, "");
  EXPECT_EQ(cli::resolve(cli::parse({"run", "--resume", report})).out, "old.csv");
}

TEST_F(Resolved, a_file_belongs_to_one_problem) {
  EXPECT_EQ(from(report, {"bowl"}).operand, "bowl");
  EXPECT_THAT(message_of([&] { (void)from(report, {"cradle"}); }),
              HasSubstr("r.json: belongs to the problem 'bowl', not to 'cradle'"));
  const std::string none =
      folder.write("n.json", R"({"options": {}, "structure": {}, "parameters": {}})");
  EXPECT_THAT(message_of([&] { (void)from(none); }), HasSubstr("n.json: names no problem"));
}

}  // namespace
}  // namespace ricochet
