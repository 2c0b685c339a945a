#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ricochet::cli
