#include "figures/figure_result.hpp"

#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ricochet::cli {
namespace {

using support::ScratchFolder;

FigureResult result_of(const std::string& key, double height) {
  return {.figure = {key, "a <ball>", "[X] fig 1"},
          .claims = {{"|q| rises", {{"height", height, at_least(1.0), "m"}}}},
          .files = {key + ".svg"}};
}

FigureResult failure_of(const std::string& key) {
  return {.figure = {key, "a ball", "[X] fig 2"}, .failure = "no <floor>"};
}

TEST(FigureResult, is_told_in_a_line_per_claim) {
  EXPECT_EQ(to_text(result_of("a", 2.0)), "a: |q| rises / height 2 m (at least 1) / reproduced\n");
  EXPECT_EQ(to_text(failure_of("b")), "b: could not be computed: no <floor>\n");
}

TEST(FigureResult, has_the_numbers_that_decide_for_scripts) {
  const auto json = nlohmann::json::parse(to_json(result_of("a", std::nan(""))));
  EXPECT_TRUE(json.at("failure").is_null());
  const auto& claim = json.at("claims").at(0);
  EXPECT_EQ(claim.at("outcome"), "not reproduced");
  const auto& number = claim.at("numbers").at(0);
  EXPECT_TRUE(number.at("value").is_null()) << "NaN";
  EXPECT_EQ(number.at("least"), 1.0);
  EXPECT_TRUE(number.at("most").is_null()) << "unbounded";
  EXPECT_EQ(number.at("holds"), false);
  EXPECT_EQ(nlohmann::json::parse(to_json(failure_of("b"))).at("failure"), "no <floor>");
}

TEST(ClaimsTable, escapes_the_bars_of_its_cells) {
  EXPECT_EQ(claims_table({result_of("a", 2.0), failure_of("b")}),
            "| figure | claim | measured | verdict |\n| --- | --- | --- | --- |\n"
            "| a | \\|q\\| rises | height 2 m (at least 1) | reproduced |\n"
            "| b |  |  | could not be computed: no <floor> |\n");
}

void asks_for_the_impossible(Workbench& bench) {
  bench.claim({"never reached", {{"x", 0.0, at_most(1.0)}}});
  throw std::invalid_argument("no method takes it");
}

TEST(MakeFigure, keeps_a_refusal_as_the_result_and_claims_nothing) {
  const ScratchFolder folder;
  std::ostringstream out, err;
  Console console(out, err);
  const FigureResult made = make_figure({"a", "a ball", "none", asks_for_the_impossible},
                                        {.folder = folder.path("")}, console);
  EXPECT_EQ(made.failure, "no method takes it");
  EXPECT_TRUE(made.claims.empty());
  EXPECT_EQ(folder.files(), 1U) << "its description, without a picture";
}

}  // namespace
}  // namespace ricochet::cli
