#include "figures/make_figures.hpp"

#include "program/command.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <sstream>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::Not;

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

}  // namespace
}  // namespace ricochet::cli
