#include "figures/figure_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

FigureResult result_of(const std::string& key, double height) {
  return {.figure = {key, "a <ball>", "[X] fig 1"},
          .claims = {{"|q| rises", {{"height", height, at_least(1.0), "m"}}}},
          .files = {key + ".svg"}};
}

FigureResult failure_of(const std::string& key) {
  return {.figure = {key, "a ball", "[X] fig 2"}, .failure = "no <floor>"};
}

TEST(FigureIndex, shows_pictures_and_claims_with_their_texts_as_they_are) {
  FigureResult moves = result_of("a", 2.0);
  const std::string still = figure_index({moves});
  EXPECT_THAT(still, HasSubstr("<img src=\"a.svg\" alt=\"a &lt;ball&gt;\""));
  EXPECT_THAT(still, HasSubstr("<td class=\"reproduced\">reproduced</td>"));
  EXPECT_THAT(still, Not(HasSubstr("a.gif")));
  moves.files.push_back("a.gif");
  EXPECT_THAT(figure_index({moves}), HasSubstr("<img src=\"a.gif\""));
}

TEST(FigureIndex, shows_no_picture_of_what_could_not_be_computed) {
  const std::string page = figure_index({failure_of("b")});
  EXPECT_THAT(page, HasSubstr("could not be computed: no &lt;floor&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("b.svg")));
}

TEST(ClaimsPage, counts_claims_by_their_verdicts) {
  FigureResult differs = result_of("c", 0.0);
  differs.claims.front().known_difference = {"lower", {{"height", 0.0, at_most(0.5)}}};
  EXPECT_THAT(
      claims_page({result_of("a", 2.0), result_of("b", 0.5), differs, failure_of("d")}),
      HasSubstr("4 figures, 3 claims: 1 reproduced, 1 differ in a known way, 1 not reproduced"));
}

}  // namespace
}  // namespace ricochet::cli
