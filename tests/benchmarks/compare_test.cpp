#include "cli/attempt.hpp"
#include "cli/comparison.hpp"
#include "cli/refusals.hpp"
#include "cli/text_table.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
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
  EXPECT_THAT(content_of(out + "/spring-sphere-mixed.csv"), HasSubstr("\n\"gvi\",converged,40,2,"));
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
  EXPECT_LT(both[1].order_through_impacts, 1.5);         // impacts at the ends of steps
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
  EXPECT_THAT(refusal({"--set", "radius=0"}), HasSubstr("radius"));
  EXPECT_THAT(refusal({"--q0", "1,2"}), HasSubstr("10 coordinates"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("never")));
}

TEST(Compare, separates_methods_at_commas_before_names) {
  EXPECT_THAT(split_methods("gvi,newmark --newmark 0.25,0.5,rattle"),
              ElementsAre("gvi", "newmark --newmark 0.25,0.5", "rattle"));
}

TEST(TextTable, aligns_columns_and_is_markdown) {
  TextTable table({"name", "n"}, "<>");
  table.add({"a", "10"});
  EXPECT_EQ(table.text(), "| name |  n |\n|------|---:|\n| a    | 10 |\n");
}

TEST(Refusals, share_a_line_where_they_share_a_reason) {
  EXPECT_THAT(lines_of({{"a", "no"}, {"b", "never"}, {"c", "no"}}),
              ElementsAre("a, c: no", "b: never"));
}

TEST(Choose, says_what_fits_and_what_does_not) {
  const Outcome star = ricochet_program({"choose", "star"});
  EXPECT_EQ(star.code, 0);
  EXPECT_THAT(star.out, testing::StartsWith("collision: "));
  const Outcome frictional = ricochet_program({"choose", "wedge", "--set", "friction=0.3"});
  EXPECT_THAT(frictional.out, testing::StartsWith("forced-collision: "));
  EXPECT_THAT(frictional.out, HasSubstr("cannot take it: gvi"));
  EXPECT_THAT(frictional.out, Not(HasSubstr("\n\n")));
  EXPECT_EQ(ricochet_program({"choose", "nothing"}).code, 2);
}

}  // namespace
}  // namespace ricochet::cli
