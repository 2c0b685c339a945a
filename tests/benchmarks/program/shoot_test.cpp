#include "ricochet/io/read_states.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace ricochet {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::AllOf;
using testing::HasSubstr;

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(content_of(path)); }

TEST(Shoot, reports_unknowns_residual_iterations_sequence_and_violation) {
  const ScratchFolder folder;
  const Outcome outcome =
      ricochet_program({"shoot", "shooting-disc", "--report", folder.path("r.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("1 of 1 starts met it, 1 different solution\n"));
  EXPECT_THAT(outcome.out, HasSubstr("floor, wall"));
  const auto report = json_of(folder.path("r.json"));
  EXPECT_EQ(report.at("status"), "converged");
  EXPECT_EQ(report.at("unknowns").size(), 3u);
  EXPECT_NEAR(report.at("unknowns").at("vx"), -1.98944, 1e-4);
  EXPECT_NEAR(report.at("unknowns").at("T"), 1.70883, 1e-4);
  EXPECT_LE(report.at("residual"), 1e-12);
  EXPECT_LE(report.at("iterations"), 12);
  EXPECT_EQ(report.at("sequence"), nlohmann::json({"floor", "wall"}));
  EXPECT_LE(report.at("path_violation"), 1e-14);  // [m]: round-off where an impact lies
  EXPECT_EQ(report.at("solutions").size(), 1u);
  EXPECT_EQ(report.at("options").at("target"), "return");
  EXPECT_EQ(report.at("options").at("steps"), 200);
  EXPECT_EQ(report.at("parameters").at("gravity"), 9.81);
}

TEST(Shoot, writes_the_path_its_impacts_and_a_picture) {
  const ScratchFolder folder;
  const std::string out = folder.path("p.csv");
  ASSERT_EQ(ricochet_program({"shoot", "shooting-disc", "--out", out, "--events",
                              folder.path("e.csv"), "--plot", folder.path("p.svg"), "--quiet"})
                .code,
            0);
  const std::vector<State> path = read_states(out, 2);
  ASSERT_EQ(path.size(), 201u);
  EXPECT_NEAR(path.back().q[0], 2.0, 1e-12);
  EXPECT_NEAR(path.back().q[1], 1.2, 1e-12);
  const std::string events = content_of(folder.path("e.csv"));
  EXPECT_THAT(events, AllOf(HasSubstr(",floor,"), HasSubstr(",wall,")));
  EXPECT_THAT(content_of(folder.path("p.svg")), HasSubstr("<svg"));
}

using Words = std::vector<std::string>;

class ShotAgain : public testing::TestWithParam<Words> {};

TEST_P(ShotAgain, is_the_run_from_its_report_bit_for_bit) {
  const ScratchFolder folder;
  const std::string report = folder.path("s.json");
  Words shoot = {"shoot",    GetParam().front(),     "--out",    folder.path("s.csv"),
                 "--events", folder.path("s_e.csv"), "--report", report,
                 "--quiet"};
  shoot.insert(shoot.end(), GetParam().begin() + 1, GetParam().end());
  const Outcome found = ricochet_program(shoot);
  ASSERT_EQ(found.code, 0) << found.err;
  const Outcome again = ricochet_program({"run", "--from", report, "--out", folder.path("r.csv"),
                                          "--events", folder.path("r_e.csv"), "--quiet"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(content_of(folder.path("r.csv")), content_of(folder.path("s.csv")));
  EXPECT_EQ(content_of(folder.path("r_e.csv")), content_of(folder.path("s_e.csv")));
  const Outcome page = ricochet_program({"view", report});
  EXPECT_EQ(page.code, 0) << page.err;
  EXPECT_THAT(page.out, HasSubstr(" 2 impacts"));
}

INSTANTIATE_TEST_SUITE_P(
    With, ShotAgain,
    testing::Values(Words{"shooting-disc"},
                    Words{"shooting-disc", "--set", "y_end=1.0", "--set", "gravity=9", "--steps",
                          "100", "--lagrangian", "midpoint", "--backend", "newton"},
                    Words{"shooting-ellipse", "--target", "turn", "--starts", "8", "--seed", "5"}));

TEST(Shoot, leaves_no_run_in_a_report_without_a_path) {
  const ScratchFolder folder;
  const std::string report = folder.path("s.json");
  EXPECT_EQ(ricochet_program({"shoot", "shooting-disc", "--sequence", "none", "--report", report,
                              "--out", folder.path("s.csv")})
                .code,
            3);
  for (const Words& use : {Words{"run", "--from", report}, Words{"view", report}}) {
    const Outcome outcome = ricochet_program(use);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("s.json: is the report of a search that found no path"));
  }
}

TEST(Shoot, gives_advice_that_makes_its_path_viewable) {
  const ScratchFolder folder;
  const std::string report = folder.path("s.json"), table = folder.path("r.csv");
  EXPECT_EQ(ricochet_program({"shoot", "shooting-disc", "--report", report}).code, 0);
  EXPECT_NE(json_of(report).at("message"), "");
  const Outcome without = ricochet_program({"view", report});
  EXPECT_EQ(without.code, 2);
  EXPECT_THAT(without.err, HasSubstr("`ricochet run --from " + report + " --out FILE.csv"));
  EXPECT_EQ(
      ricochet_program({"run", "--from", report, "--out", table, "--report", folder.path("r.json")})
          .code,
      0);
  EXPECT_EQ(ricochet_program({"view", folder.path("r.json")}).code, 0);
}

TEST(Shoot, finds_several_sequences_with_a_seed) {
  const ScratchFolder folder;
  const auto solutions = [&](const std::string& seed) {
    EXPECT_EQ(ricochet_program({"shoot", "shooting-ellipse", "--target", "turn", "--starts", "8",
                                "--seed", seed, "--report", folder.path("r.json")})
                  .code,
              0);
    return json_of(folder.path("r.json")).at("solutions");
  };
  const auto found = solutions("5");
  std::set<nlohmann::json> sequences;
  for (const auto& solution : found) {
    sequences.insert(solution.at("sequence"));
    EXPECT_LE(solution.at("residual"), 1e-12);
  }
  EXPECT_GE(sequences.size(), 2u);
  EXPECT_EQ(found, solutions("5")) << "the same seed gives the same starts";
  EXPECT_NE(found, solutions("4"));
}

TEST(Shoot, takes_targets_guesses_and_steps) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program({"shoot", "shooting-disc", "--set", "y_end=1.0", "--set",
                                            "gravity=9", "--v0", "-2,2.4", "--duration", "1.75",
                                            "--steps", "100", "--report", folder.path("r.json")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto report = json_of(folder.path("r.json"));
  EXPECT_EQ(report.at("options").at("y_end"), 1.0);
  EXPECT_EQ(report.at("options").at("steps"), 100);
  EXPECT_EQ(report.at("options").at("guess_T"), 1.75);
  EXPECT_EQ(report.at("parameters").at("gravity"), 9.0);
}

TEST(Shoot, names_why_nothing_converged) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program({"shoot", "shooting-disc", "--sequence", "floor", "--v0",
                                            "1,-2", "--duration", "1", "--report",
                                            folder.path("r.json"), "--out", folder.path("p.csv")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("error: unreachable: no start converged"));
  const auto report = json_of(folder.path("r.json"));
  EXPECT_EQ(report.at("status"), "unreachable");
  EXPECT_TRUE(report.at("residual").is_null());
  EXPECT_TRUE(report.at("solutions").empty());
  EXPECT_EQ(report.at("starts").at("unreachable"), 1);

  const Outcome other = ricochet_program({"shoot", "shooting-disc", "--sequence", "none"});
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("sequence_does_not_occur: no path has the impacts ()"));
}

struct Wrong {
  std::vector<std::string> words;
  std::string complaint;
};

class WrongShot : public testing::TestWithParam<Wrong> {};

TEST_P(WrongShot, is_refused) {
  const Outcome outcome = ricochet_program(GetParam().words);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().complaint));
  EXPECT_EQ(outcome.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Words, WrongShot,
    testing::Values(
        Wrong{{"shoot"}, "PROBLEM"}, Wrong{{"shoot", "bowl"}, "has no boundary value"},
        Wrong{{"shoot", "shooting-disc", "--target", "retorn"}, "did you mean 'return'?"},
        Wrong{{"shoot", "shooting-disc", "--set", "y_end=0.1"}, "lies inside 'floor'"},
        Wrong{{"shoot", "shooting-disc", "--set", "y_ent=1"}, "did you mean 'y_end'?"},
        Wrong{{"shoot", "shooting-disc", "--set", "restitution=0.5"}, "restitution"},
        Wrong{{"shoot", "shooting-disc", "--sequence", "flor"}, "did you mean 'floor'?"},
        Wrong{{"shoot", "shooting-disc", "--starts", "0"}, "at least 1"},
        Wrong{{"shoot", "shooting-disc", "--steps", "0"}, "at least 1"},
        Wrong{{"shoot", "shooting-disc", "--steps", "100001"}, "at most 100000 steps"},
        Wrong{{"shoot", "shooting-disc", "--v0", "1"}, "2 velocities"},
        Wrong{{"shoot", "shooting-disc", "--backend", "none"}, "none"},
        Wrong{{"shoot", "shooting-disc", "--plot", "p.gif"}, ".svg or .png"},
        Wrong{{"shoot", "shooting-disc", "--out", "/nowhere/p.csv"}, "/nowhere/p.csv"}));

TEST(Shoot, has_a_figure) { EXPECT_THAT(ricochet_program({"list"}).out, HasSubstr("  vci-s-1 ")); }

}  // namespace
}  // namespace ricochet
