#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Figure, writes_picture_tables_and_description_and_judges) {
  const ScratchFolder folder;
  const std::string out = folder.path("figures");
  const Outcome outcome = ricochet_program({"figure", "kp12-1.2b", "--out", out});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("kp12-1.2b: a normal impact is reflected"));
  EXPECT_THAT(outcome.out, HasSubstr(" / reproduced\n"));
  EXPECT_THAT(content_of(out + "/kp12-1.2b.svg"), HasSubstr("<svg"));
  EXPECT_THAT(content_of(out + "/kp12-1.2b_gvi.csv"),
              StartsWith("t,q0,q1,p0,p1,energy,energy_least,energy_most,gap_disc\n"
                         "0,0.29999999999999999,"));
  const auto json = nlohmann::json::parse(content_of(out + "/kp12-1.2b.json"));
  EXPECT_EQ(json.at("key"), "kp12-1.2b");
  EXPECT_EQ(json.at("source"), "[KP12] fig 1.2b");
  EXPECT_TRUE(json.at("failure").is_null());
  EXPECT_EQ(json.at("runs").at(0).at("command"),
            "ricochet run normal-impact --stepper gvi --backend automatic");
  EXPECT_EQ(json.at("runs").at(0).at("options").at("h"), 0.03);
  EXPECT_EQ(json.at("claims").at(0).at("outcome"), "reproduced");
  EXPECT_FALSE(json.at("claims").at(0).at("numbers").empty());
  EXPECT_EQ(json.at("files"), nlohmann::json({"kp12-1.2b.svg", "kp12-1.2b_gvi.csv"}));
}

TEST(Figure, takes_the_backend_asked_for) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program(
      {"figure", "kp12-1.2b", "--backend", "newton", "--quiet", "--out", folder.path("f")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(content_of(folder.path("f/kp12-1.2b.json")), HasSubstr("\"backend\": \"newton\""));
}

TEST(Figure, refuses_unknown_keys_backends_and_folders) {
  const Outcome key = ricochet_program({"figure", "kp12-1.2x"});
  EXPECT_EQ(key.code, 2);
  EXPECT_THAT(key.err, HasSubstr("there is no figure 'kp12-1.2x' (did you mean 'kp12-1.2a'?)"));
  EXPECT_EQ(ricochet_program({"figure"}).code, 2);
  EXPECT_EQ(ricochet_program({"figure", "kp12-1.2a", "--backend", "none"}).code, 2);
  EXPECT_THAT(ricochet_program({"figure", "kp12-1.2a", "--out", "/dev/null/x"}).err,
              HasSubstr("cannot be created"));
}

/// Outcomes of the claims of a figure, in order.
std::vector<std::string> outcomes_of(const std::string& key) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program({"figure", key, "--quiet", "--out", folder.path("f")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(content_of(folder.path("f/" + key + ".json")));
  std::vector<std::string> outcomes;
  for (const auto& claim : json.at("claims")) outcomes.push_back(claim.at("outcome"));
  return outcomes;
}

TEST(Figure, of_the_tip_is_reproduced) {
  EXPECT_THAT(outcomes_of("fmow03-6"),
              testing::AllOf(testing::SizeIs(4), testing::Each("reproduced")));
}

TEST(Figure, of_the_ellipse_differs_from_the_paper_in_the_number_of_impacts) {
  EXPECT_THAT(outcomes_of("rc25-1"),
              testing::ElementsAre("differs", "reproduced", "reproduced", "reproduced"));
  EXPECT_THAT(outcomes_of("rc25-2"), testing::ElementsAre("differs", "reproduced", "reproduced"));
}

TEST(Figure, of_the_pendulum_is_reproduced) {
  EXPECT_THAT(outcomes_of("rc25-3"),
              testing::AllOf(testing::SizeIs(3), testing::Each("reproduced")));
}

TEST(Figure, of_the_falling_rod_holds) {
  EXPECT_THAT(outcomes_of("rod-1"),
              testing::AllOf(testing::SizeIs(6), testing::Each("reproduced")));
}

TEST(Figure, of_the_shaking_table_holds) {
  EXPECT_THAT(outcomes_of("table-1"),
              testing::AllOf(testing::SizeIs(3), testing::Each("reproduced")));
}

TEST(Figure, of_the_bars_differs_in_what_happens_near_the_limit_of_stability) {
  const std::vector<std::string> outcomes = outcomes_of("f03-3.4.4");
  ASSERT_EQ(outcomes.size(), 10U);
  for (size_t i = 0; i < outcomes.size(); ++i)
    EXPECT_EQ(outcomes[i], i == 8 ? "differs" : "reproduced") << i;
}

TEST(Figure, shows_a_motion_beside_the_picture) {
  const ScratchFolder folder;
  ASSERT_EQ(ricochet_program({"figure", "rc25-1", "--quiet", "--out", folder.path("f")}).code, 0);
  EXPECT_THAT(content_of(folder.path("f/rc25-1.gif")), StartsWith("GIF89a"));
  EXPECT_THAT(content_of(folder.path("f/rc25-1.json")), HasSubstr("\"rc25-1.gif\""));
}

}  // namespace
}  // namespace ricochet::cli
