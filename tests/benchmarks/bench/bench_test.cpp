#include "ricochet/io/csv.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(Bench, writes_page_tables_and_pictures_and_says_where) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  const Outcome outcome =
      ricochet_program({"bench", "nonholonomic,bilateral", "--steps", "3", "--limit", "1000",
                        "--steppers", "own,rattle", "--out", out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(out + "/bench.md"));
  const std::string csv = content_of(out + "/bench.csv"), page = content_of(out + "/bench.md");
  EXPECT_THAT(csv, HasSubstr("\ncradle,10,4,5,\"gvi\",automatic,bilateral,converged,"));
  EXPECT_THAT(csv, Not(HasSubstr("\nbowl,")));
  EXPECT_THAT(page, HasSubstr("## nonholonomic: "));
  EXPECT_THAT(page, HasSubstr("CasADi 3"));
  EXPECT_THAT(page, HasSubstr("--steppers \"own,rattle\" --steps 3 --limit 1000 --jobs 1"));
  EXPECT_THAT(page, HasSubstr("Methods that cannot take a case:\n\n- rattle: driven-sleigh"));
  EXPECT_THAT(page, HasSubstr("At most 3 steps, cut after 1000 s."));
  EXPECT_THAT(page, HasSubstr(" 100 % of "));
  EXPECT_THAT(page, HasSubstr("](nonholonomic_precision.svg)"));
  EXPECT_THAT(page, Not(HasSubstr("scaling.svg")));  // these suites have no sizes
  EXPECT_THAT(content_of(out + "/bilateral_profile.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content_of(out + "/nonholonomic_precision.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content_of(out + "/precision.csv"), HasSubstr("\ncradle,gvi with h / 64,"));
  const auto json = nlohmann::json::parse(content_of(out + "/bench.json"));
  EXPECT_EQ(json.at("suites").at(0).at("limits").at("steps"), 3);
  EXPECT_EQ(json.at("cases").at(0).at("options").at("stepper"), "nonholonomic-collision");
}

TEST(Bench, leaves_reports_from_which_a_case_is_repeated) {
  const ScratchFolder folder;
  const std::string out = folder.path("results"), again = folder.path("again.csv");
  ASSERT_EQ(ricochet_program({"bench", "nonholonomic", "--steps", "20", "--limit", "1000",
                              "--steppers", "own,rattle", "--out", out})
                .code,
            0);
  const std::string report = out + "/runs/pendulum-cylinder_nonholonomic-collision_automatic.json";
  EXPECT_FALSE(std::filesystem::exists(out + "/runs/pendulum-cylinder_rattle_automatic.json"));
  ASSERT_EQ(ricochet_program({"run", "--from", report, "--out", again, "--quiet"}).code, 0);
  const auto first = nlohmann::json::parse(content_of(report));
  EXPECT_EQ(first.at("status"), "converged");
  EXPECT_GT(first.at("wall_seconds"), 0.0);
  State end{.t = first.at("t_end")};
  for (const char* name : {"q_end", "p_end"}) {
    const std::vector<double> x = first.at(name);
    (name[0] == 'q' ? end.q : end.p) = Eigen::Map<const Vector>(x.data(), std::ssize(x));
  }
  EXPECT_THAT(content_of(again), EndsWith(trajectory_row(end)));  // the same bits
}

TEST(Bench, refuses_what_it_cannot_do_before_it_begins) {
  const ScratchFolder folder;
  const auto complaint = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "bench");
    words.insert(words.end(), {"--out", folder.path("out")});
    const Outcome outcome = ricochet_program(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(folder.files(), 0U) << "nothing may be written";
    return outcome.err;
  };
  EXPECT_THAT(complaint({"slidng"}), HasSubstr("did you mean 'sliding'?"));
  EXPECT_THAT(complaint({"--steppers", "gvi,ratle"}), HasSubstr("did you mean 'rattle'?"));
  EXPECT_THAT(complaint({"--steppers", "gvi --set radius=6"}),
              HasSubstr("'gvi' has no option --set"));
  EXPECT_THAT(complaint({"--steppers", "gvi --backend newton"}), HasSubstr("belong to --backend"));
  EXPECT_THAT(complaint({"--steppers", "gvi,"}), HasSubstr("the name of a method is missing"));
  EXPECT_THAT(complaint({"--steppers", "gvi --law elastic"}), HasSubstr("has no option --law"));
  EXPECT_THAT(complaint({"--backend", "newton,ipop"}), HasSubstr("did you mean 'ipopt'?"));
  EXPECT_THAT(complaint({"--backend", ","}), HasSubstr("Unknown backend ''"));
  EXPECT_THAT(complaint({"--jobs", "0"}), HasSubstr("--jobs: expected a whole number from 1"));
  EXPECT_THAT(complaint({"--jobs", "two"}), HasSubstr("--jobs: expected a whole number"));
  EXPECT_THAT(complaint({"--limit", "0"}), HasSubstr("--limit: expected a finite number > 0"));
  EXPECT_THAT(complaint({"--steps", "0"}), HasSubstr("--steps: expected at least 1"));
  EXPECT_THAT(ricochet_program({"bench", "--out", "/dev/null/x"}).err,
              HasSubstr("cannot be created"));
}

}  // namespace
}  // namespace ricochet::cli
