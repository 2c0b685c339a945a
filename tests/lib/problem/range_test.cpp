#include "ricochet/problem/range.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ricochet {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Range, contains_its_bounds_only_where_they_belong_to_it) {
  const double above = std::nextafter(1.0, 2.0), below = std::nextafter(1.0, 0.0);
  EXPECT_TRUE(Range::at_least(1.0).contains(1.0));
  EXPECT_FALSE(Range::at_least(1.0).contains(below));
  EXPECT_FALSE(Range::positive().contains(0.0));
  EXPECT_TRUE(Range::positive().contains(std::numeric_limits<double>::denorm_min()));
  EXPECT_TRUE(Range::within(0.0, 1.0).contains(1.0));
  EXPECT_FALSE(Range::within(0.0, 1.0).contains(above));
  const Range open{.least = 0.0, .most = 1.0, .with_most = false};
  EXPECT_TRUE(open.contains(below));
  EXPECT_FALSE(open.contains(1.0));
}

TEST(Range, contains_finite_numbers_only) {
  for (const Range& range :
       {Range{}, Range::positive(), Range::at_least(-2.0), Range{.most = 3.0}}) {
    EXPECT_TRUE(range.contains(0.5));
    for (const double x : {nan, infinity, -infinity}) EXPECT_FALSE(range.contains(x)) << x;
  }
}

TEST(Range, says_what_is_expected) {
  EXPECT_EQ(Range{}.text(), "a finite number");
  EXPECT_EQ(Range::positive().text(), "> 0");
  EXPECT_EQ(Range::at_least(-2.5).text(), ">= -2.5");
  EXPECT_EQ((Range{.most = 3.0}.text()), "<= 3");
  EXPECT_EQ((Range{.most = 3.0, .with_most = false}.text()), "< 3");
  EXPECT_EQ(Range::within(0.0, 1.0).text(), "in [0, 1]");
  EXPECT_EQ((Range{.least = 0.0, .most = 1.0, .with_least = false}.text()), "in (0, 1]");
}

TEST(Range, asks_for_a_finite_number_where_there_is_none) {
  EXPECT_EQ(Range::positive().expected_of(infinity), "a finite number");
  EXPECT_EQ(Range::positive().expected_of(-1.0), "> 0");
}

}  // namespace
}  // namespace ricochet
