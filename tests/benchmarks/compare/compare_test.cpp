#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
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

}  // namespace
}  // namespace ricochet::cli
