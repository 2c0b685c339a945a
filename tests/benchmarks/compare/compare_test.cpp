#include "bench/attempt.hpp"
#include "compare/comparison.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Compare, puts_methods_side_by_side_and_writes_files) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  const Outcome outcome = ricochet_program({"compare", "spring-sphere-mixed", "--steppers",
                                            "gvi,direct-endpoint", "--steps", "40", "--out", out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("| gvi "));
  const auto json = nlohmann::json::parse(content_of(out + "/spring-sphere-mixed.json"));
  const auto &gvi = json.at("methods").at(0), &direct = json.at("methods").at(1);
  EXPECT_EQ(gvi.at("steps"), 40);
  const auto momentum_error = [](const nlohmann::json& method) {
    return method.at("momentum").begin()->at("max_error").get<double>();
  };
  EXPECT_LT(momentum_error(gvi), 1e-12);
  EXPECT_GT(momentum_error(direct), 0.1);  // dissipates angular momentum: [KP12] 5.2
  EXPECT_THAT(content_of(out + "/spring-sphere-mixed.csv"),
              HasSubstr("\n\"gvi\",converged,40,40,2,"));
  EXPECT_THAT(content_of(out + "/spring-sphere-mixed.svg"), HasSubstr("<svg"));
}

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

TEST(Compare, leaves_reports_from_which_a_run_is_repeated) {
  const ScratchFolder folder;
  const std::string out = folder.path("results"), again = folder.path("again.json");
  ASSERT_EQ(ricochet_program({"compare", "cradle", "--steppers", "gvi --energy numerical,rattle",
                              "--steps", "60", "--out", out})
                .code,
            0);
  const std::string report = out + "/cradle_gvi_--energy_numerical.json";
  ASSERT_EQ(ricochet_program({"run", "--from", report, "--report", again, "--quiet"}).code, 0);
  const auto first = nlohmann::json::parse(content_of(report));
  const auto second = nlohmann::json::parse(content_of(again));
  EXPECT_EQ(first.at("energy"), second.at("energy"));  // the same bits
  EXPECT_EQ(second.at("options").at("energy"), "numerical");
  EXPECT_GT(first.at("wall_seconds"), 0.0);
}

TEST(Compare, gives_the_reason_of_methods_that_cannot_take_the_problem) {
  const ScratchFolder folder;
  const Outcome outcome =
      ricochet_program({"compare", "corner-tip", "--out", folder.path("results")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("cannot take it: gvi, discrete-smooth"));
  EXPECT_THAT(outcome.out, HasSubstr("unions"));
}

TEST(Compare, fails_if_no_method_reaches_the_end) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program(
      {"compare", "particle-1d", "--steppers", "discrete-smooth", "--out", folder.path("x")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("discrete-smooth ended at t = "));
  EXPECT_THAT(outcome.err, HasSubstr("no method reached the end of 'particle-1d'"));
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
      EXPECT_EQ(method.at("impacts"), 3) << name;
      ++listed;
    }
  }
  EXPECT_EQ(listed, 5);
}

TEST(Compare, makes_a_method_that_is_named_twice_once) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  ASSERT_EQ(ricochet_program({"compare", "bowl", "--steppers", "gvi, gvi --energy  numerical,gvi",
                              "--steps", "3", "--out", out})
                .code,
            0);
  const auto methods = nlohmann::json::parse(content_of(out + "/bowl.json")).at("methods");
  ASSERT_EQ(methods.size(), 2U);
  EXPECT_EQ(methods.at(1).at("method"), "gvi --energy numerical");
}

TEST(Compare, announces_only_what_there_is) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  const Outcome outcome =
      ricochet_program({"compare", "pendulum-cylinder", "--steppers", "gvi", "--out", out});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("no method can take 'pendulum-cylinder'"));
  EXPECT_THAT(outcome.out, HasSubstr("cannot take it: gvi: "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Picture")));
  EXPECT_THAT(outcome.out, Not(HasSubstr("| method")));
}

TEST(Compare, observes_no_order_where_refinements_disagree) {
  Options o;
  o.operand = "bowl";
  o.steps = 20;
  Console console(std::cout, std::cerr);
  const Comparison three =
      compare_methods(o, {"gvi", "direct-endpoint", "newmark"}, console, [] { return false; });
  ASSERT_EQ(three.size(), 3U);
  EXPECT_NEAR(three[0].order, 2.0, 0.05);
  EXPECT_NEAR(three[1].order, 1.0, 0.1);
  EXPECT_TRUE(std::isnan(three[2].order)) << three[2].order << ": it does not converge";
}

TEST(Compare, observes_orders_before_and_through_impacts) {
  Options o;
  o.operand = "ellipse";
  o.steps = 100;
  Console console(std::cout, std::cerr);
  const Comparison both =
      compare_methods(o, {"collision", "rattle"}, console, [] { return false; });
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].claimed, 2);
  EXPECT_NEAR(both[0].order_through_impacts, 2.0, 0.5);  // one run: where impacts fall matters
  EXPECT_FALSE(both[1].order_through_impacts > 1.5);     // impacts at the ends of steps
}

TEST(Compare, refuses_wrong_words_before_it_starts) {
  const ScratchFolder folder;
  const auto refusal = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"compare", "cradle", "--out", folder.path("never")};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = ricochet_program(words);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    return outcome.err;
  };
  EXPECT_THAT(refusal({"--steppers", "gvi,ratle"}), HasSubstr("rattle"));
  EXPECT_THAT(refusal({"--steppers", ""}), HasSubstr("needs a value"));
  EXPECT_THAT(refusal({"--steppers", "gvi --energi numerical"}), HasSubstr("--energy"));
  EXPECT_THAT(refusal({"--steppers", "gvi --law elastic,rattle"}),
              HasSubstr("'gvi' has no option --law"));
  EXPECT_THAT(refusal({"--steppers", "gvi --energy numercal"}), HasSubstr("did you mean 'numeric"));
  EXPECT_THAT(refusal({"--steppers", "gvi --gradients all"}), HasSubstr("discrete-smooth"));
  EXPECT_THAT(refusal({"--steppers", "gvi --h 1"}), HasSubstr("outside of --steppers"));
  EXPECT_THAT(refusal({"--steppers", "gvi rattle"}), HasSubstr("separated by commas"));
  EXPECT_THAT(refusal({"--steppers", "gvi,"}), HasSubstr("the name of a method is missing"));
  EXPECT_THAT(refusal({"--backend", "ipop"}), HasSubstr("did you mean 'ipopt'?"));
  EXPECT_THAT(refusal({"--set", "radius=0"}), HasSubstr("radius"));
  EXPECT_THAT(refusal({"--q0", "1,2"}), HasSubstr("10 coordinates"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("never")));
}

TEST(Compare, takes_every_word_that_a_method_has) {
  for (const char* method : {"gvi --reflection moreau",
                             "gvi --energy numerical",
                             "gvi --predictor bilateral",
                             "gvi --strict",
                             "gvi --gradients predictor",
                             "gvi --lagrangian gamma:0.25",
                             "gvi --backend newton",
                             "discrete-smooth --gradients all",
                             "discrete-smooth --no-projection",
                             "newmark --newmark 0.25,0.5",
                             "imex-newmark --newmark 0.25,0.5",
                             "hybrid --max-events 3",
                             "hybrid --reflection moreau",
                             "collision --slow-impact contact",
                             "nonholonomic-collision --form minus",
                             "forced-collision --law elastic",
                             "forced-collision --law beta",
                             "forced-collision --law newton",
                             "forced-collision --law coulomb",
                             "forced-collision --law moreau",
                             "forced-collision --law plastic",
                             "moreau-jean",
                             "rattle --backend ipopt"})
    EXPECT_NO_THROW(refuse_method(method)) << method;
}

TEST(Compare, separates_methods_at_commas_before_names) {
  EXPECT_THAT(split_methods("gvi,newmark --newmark 0.25,0.5,rattle"),
              ElementsAre("gvi", "newmark --newmark 0.25,0.5", "rattle"));
}

}  // namespace
}  // namespace ricochet::cli
