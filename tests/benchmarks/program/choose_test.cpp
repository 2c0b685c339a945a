#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ricochet::cli {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;
using testing::Not;

TEST(Choose, says_what_fits_and_what_does_not) {
  const Outcome star = ricochet_program({"choose", "star"});
  EXPECT_EQ(star.code, 0);
  EXPECT_THAT(star.out, testing::StartsWith("collision --slow-impact restitution: "));
  EXPECT_THAT(star.out,
              HasSubstr("can take it but do not fit: discrete-smooth: ends at the first"));
  const Outcome frictional = ricochet_program({"choose", "wedge", "--set", "friction=0.3"});
  EXPECT_THAT(frictional.out, testing::StartsWith("forced-collision: "));
  EXPECT_THAT(frictional.out, HasSubstr("cannot take it: gvi"));
  EXPECT_THAT(frictional.out, Not(HasSubstr("\n\n")));
  EXPECT_EQ(ricochet_program({"choose", "nothing"}).code, 2);
}

TEST(Choose, names_shadow_for_very_many_impacts_where_it_fits) {
  const std::string disc = ricochet_program({"choose", "disc-chaotic"}).out,
                    discs = ricochet_program({"choose", "two-discs"}).out,
                    bowl = ricochet_program({"choose", "bowl"}).out;
  EXPECT_THAT(disc, HasSubstr("\nshadow --placement located: "));
  EXPECT_THAT(discs, HasSubstr("\nshadow: "));
  EXPECT_THAT(bowl, Not(HasSubstr("\nshadow")));
  EXPECT_THAT(ricochet_program({"choose", "spring-sphere-mixed"}).out, HasSubstr("\nshadow: "));
}

TEST(Choose, measures_what_fits_on_request) {
  const Outcome outcome = ricochet_program({"choose", "three-balls-corner", "--measure"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("over 60 steps of h = 0.01 s"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\\| hybrid .*\\| advice 1"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("\\| gvi .*\\| advice 3"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("| discrete-smooth"))) << "it does not fit";
  const Outcome all = ricochet_program({"choose", "all"});
  EXPECT_EQ(all.code, 2);
  EXPECT_THAT(all.err, HasSubstr("--measure"));
}

}  // namespace
}  // namespace ricochet::cli
