#include "figures/make_figures.hpp"
#include "figures/motion.hpp"
#include "program/command.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

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

TEST(Figure, is_listed_for_people_and_for_scripts) {
  const Outcome text = ricochet_program({"list"}), json = ricochet_program({"list", "--json"});
  const auto listed = nlohmann::json::parse(json.out).at("figures");
  ASSERT_FALSE(all_figures().empty());
  ASSERT_EQ(listed.size(), all_figures().size());
  std::set<std::string> keys;
  for (size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(listed.at(i).at("name"), all_figures()[i].key);
    EXPECT_THAT(text.out, HasSubstr("  " + all_figures()[i].key + " "));
    keys.insert(all_figures()[i].key);
  }
  EXPECT_EQ(keys.size(), all_figures().size()) << "a key is used twice";
  for (const char* key :
       {"kp12-1.2a", "kp12-1.2b", "kp12-1.2c", "kp12-1.2d", "kp12-1.3a", "kp12-1.3b", "kp12-1.4",
        "kp12-5.1",  "kp12-5.2",  "kp12-6.1",  "kp12-8.1",  "kp12-8.2",  "kp12-8.3",  "kp12-8.4",
        "kp12-8.5",  "f03-3.4.4", "fmow03-2",  "fmow03-4",  "fmow03-5",  "fmow03-6",  "rc25-1",
        "rc25-2",    "rc25-3",    "rc25-4",    "vci-s-2"})
    EXPECT_EQ(keys.count(key), 1U) << key;
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

void impossible(Workbench& bench) {
  (void)bench.run({.label = "falls", .words = "particle-1d --stepper discrete-smooth"});
  bench.claim({"never reached", {{"x", 0.0, at_most(1.0)}}});
}

void contradicted(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "run", .words = "particle-1d --time 1"});
  bench.claim({"the ball rises",
               {{"height gained", run.samples.back().state.q[0] - 1.0, at_least(1.0), "m"}}});
  bench.picture({.title = "x", .diagrams = {{.curves = {{.x = {0.0, 1.0}, .y = {0.0, 1.0}}}}}});
}

TEST(Figures, go_on_after_one_that_cannot_be_computed) {
  const ScratchFolder folder;
  const FigureEntries figures = {{"a", "cannot be computed", "none", impossible},
                                 {"b", "claims what is not so", "none", contradicted}};
  std::ostringstream out, err;
  Console console(out, err);
  EXPECT_EQ(make_figures(figures, {.folder = folder.path("")}, console), exit_code::failed_step);
  EXPECT_THAT(err.str(), HasSubstr("a could not be computed: ricochet run particle-1d"));
  EXPECT_THAT(out.str(), HasSubstr("b: the ball rises / height gained "));
  EXPECT_THAT(out.str(), HasSubstr(" / not reproduced: height gained\n"));
  EXPECT_THAT(out.str(), HasSubstr("| a |  |  | could not be computed: "));
  const auto failed = nlohmann::json::parse(content_of(folder.path("a.json")));
  EXPECT_THAT(failed.at("failure"), HasSubstr("'floor'"));
  EXPECT_TRUE(failed.at("claims").empty());
  EXPECT_FALSE(std::filesystem::exists(folder.path("a.svg")));
  const std::string page = content_of(folder.path("index.html"));
  EXPECT_THAT(page, HasSubstr("2 figures, 1 claims: 0 reproduced"));
  EXPECT_THAT(page, HasSubstr("<img src=\"b.svg\""));
  EXPECT_THAT(page, Not(HasSubstr("a.svg")));
  EXPECT_THAT(page, Not(HasSubstr("http")));  // no external resources
  const std::string claims = content_of(folder.path("claims.md"));
  EXPECT_THAT(claims, HasSubstr("2 figures, 1 claims: 0 reproduced"));
  EXPECT_THAT(claims, HasSubstr("\n| b | the ball rises | height gained "));
  EXPECT_THAT(claims, HasSubstr("\n| a |  |  | could not be computed: "));
}

TEST(Figures, end_well_although_a_claim_is_not_reproduced) {
  const ScratchFolder folder;
  std::ostringstream out, err;
  Console console(out, err);
  EXPECT_EQ(make_figures({{"b", "claims what is not so", "none", contradicted}},
                         {.folder = folder.path("")}, console),
            exit_code::done);
  const auto json = nlohmann::json::parse(content_of(folder.path("b.json")));
  EXPECT_EQ(json.at("claims").at(0).at("outcome"), "not reproduced");
}

TEST(Figures, stop_on_request) {
  const ScratchFolder folder;
  std::ostringstream out, err;
  Console console(out, err);
  const FigureSettings settings{.folder = folder.path(""), .stop_requested = [] { return true; }};
  const FigureEntries figures = {{"b", "x", "none", contradicted}, {"c", "y", "none", impossible}};
  EXPECT_THAT(support::message_of([&] { (void)make_figures(figures, settings, console); }),
              HasSubstr("Make the others with: for key in b c; do ricochet figure $key --out "));
  EXPECT_EQ(folder.files(), 0U);
}

TEST(ProblemRun, keeps_the_impacts_asked_for) {
  std::ostringstream out, err;
  Console console(out, err);
  const auto never = [] { return false; };
  const std::string words = "particle-floor --time 2";
  const ProblemRun silent =
      record({.label = "silent", .words = words}, "newton", console, true, never);
  const ProblemRun run =
      record({.label = "run", .words = words, .impacts = true}, "newton", console, true, never);
  EXPECT_TRUE(silent.impact_steps.empty());
  ASSERT_EQ(run.impact_steps.size(), 2U);
  ASSERT_EQ(impacts(run).size(), 2U);
  EXPECT_NEAR(impacts(run)[0].t, std::sqrt(2.0 / 9.81), 1e-12);  // a fall of 1 m
  EXPECT_NEAR(run.impact_steps[0].energy_before, run.samples[0].energy, 1e-12);
  EXPECT_NEAR(run.impact_steps[0].energy_after, run.impact_steps[1].energy_before, 1e-12);
}

TEST(Snapshots, are_taken_at_equal_times_until_the_run_ends) {
  std::ostringstream out, err;
  Console console(out, err);
  const ProblemRun run = record({.label = "run", .words = "wedge --law elastic --time 0.5"},
                                "newton", console, true, [] { return false; });
  const std::vector<Sample> shown = snapshots(run, 0.2, 5.0);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_NEAR(shown[2].state.t, 0.4, 1e-9);
  const Curve curve = outlines(run, 0, shown, "wedge", 1);
  EXPECT_EQ(curve.x.size(), 3U * 5U);  // a closed triangle and an interruption
  EXPECT_EQ(curve.x[0], curve.x[3]);
  EXPECT_EQ(time_labels(run, 0, shown, 0.0, 0.0).texts.at(1), "0.2 s");
  EXPECT_EQ(motion({&run}, {.boxes = {Box()}, .interval = 0.1, .until = 0.3}).frames.size(), 4U);
}

TEST(ProblemRun, keeps_extremes_of_every_step_when_thinned) {
  std::ostringstream out, err;
  Console console(out, err);
  const auto never = [] { return false; };
  const std::string words = "oscillator --stepper gvi --time 10";
  const ProblemRun full = record({.label = "full", .words = words}, "newton", console, true, never);
  const ProblemRun thin =
      record({.label = "thin", .words = words, .most_samples = 10}, "newton", console, true, never);
  EXPECT_EQ(full.samples.size(), 101U);
  EXPECT_EQ(thin.samples.size(), 11U);
  double least = thin.samples[0].energy_least, most = thin.samples[0].energy_most;
  for (const Sample& s : thin.samples) {
    least = std::min(least, s.energy_least);
    most = std::max(most, s.energy_most);
  }
  EXPECT_EQ(least, full.summary.energy_min);
  EXPECT_EQ(most, full.summary.energy_max);
  EXPECT_EQ(thin.gaps_least, full.gaps_least);
  EXPECT_EQ(thin.samples.back().state.q, full.samples.back().state.q);
}

}  // namespace
}  // namespace ricochet::cli
