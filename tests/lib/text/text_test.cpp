#include "ricochet/text/text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace ricochet {
namespace {

const std::vector<std::string> names{"mass", "gravity", "stiffness"};

TEST(Nearest, finds_the_name_that_was_meant) {
  EXPECT_EQ(nearest("gravty", names), "gravity");
  EXPECT_EQ(nearest("Mass", names), "mass");
  EXPECT_EQ(nearest("stifness", names), "stiffness");
  EXPECT_EQ(nearest("mass", names), "mass");
}

TEST(Nearest, completes_the_beginning_of_a_name) { EXPECT_EQ(nearest("grav", names), "gravity"); }

TEST(Nearest, stays_silent_when_nothing_is_near) {
  EXPECT_EQ(nearest("restitution", names), "");
  EXPECT_EQ(nearest("xyz", names), "");
  EXPECT_EQ(nearest("mass", {}), "");
}

TEST(Suggestion, is_a_question_a_list_or_nothing_to_list) {
  EXPECT_EQ(suggestion("gravty", names), " (did you mean 'gravity'?)");
  EXPECT_EQ(suggestion("xyz", names), " (there are: mass, gravity, stiffness)");
  EXPECT_EQ(suggestion("xyz", {}), " (there are none)");
}

TEST(Join, puts_separators_between_words_only) {
  EXPECT_EQ(join({}), "");
  EXPECT_EQ(join({"a"}), "a");
  EXPECT_EQ(join({"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(join({"a", "b"}, " "), "a b");
}

TEST(Join, tells_how_many_more_there_are) {
  EXPECT_EQ(join_first({"a", "b"}, 2), "a, b");
  EXPECT_EQ(join_first({"a", "b", "c", "d"}, 2, "; "), "a; b; and 2 more");
}

TEST(Shortened, keeps_what_fits_and_ends_behind_a_word) {
  EXPECT_EQ(shortened("the wall opens", 14), "the wall opens");
  EXPECT_EQ(shortened("the wall opens", 13), "the wall...");
  EXPECT_EQ(shortened("thewallopens", 9), "thewal...");
  EXPECT_EQ(shortened("the wall", 2), "..");
  EXPECT_EQ(shortened("the wall", 0), "");
}

TEST(Titled, leaves_out_what_is_empty) {
  EXPECT_EQ(titled("flight", "no root"), "flight: no root");
  EXPECT_EQ(titled("flight", ""), "flight");
}

TEST(Exact, reproduces_every_bit) {
  using Limits = std::numeric_limits<double>;
  for (const double x : {0.1, 1.0 / 3.0, -2.0e-17, Limits::min(), Limits::denorm_min(),
                         Limits::max(), Limits::epsilon(), std::nextafter(1.0, 2.0)})
    EXPECT_EQ(std::strtod(exact(x).c_str(), nullptr), x) << exact(x);
  EXPECT_TRUE(std::signbit(std::strtod(exact(-0.0).c_str(), nullptr)));
}

TEST(Brief, has_six_significant_digits_at_most) {
  EXPECT_EQ(brief(0.5), "0.5");
  EXPECT_EQ(brief(1.0 / 3.0), "0.333333");
  EXPECT_EQ(brief(1e-11), "1e-11");
  EXPECT_EQ(brief(std::numeric_limits<double>::infinity()), "inf");
}

}  // namespace
}  // namespace ricochet
