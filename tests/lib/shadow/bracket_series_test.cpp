#include "ricochet/shadow/bracket_series.hpp"

#include <gtest/gtest.h>

#include <map>

namespace ricochet {
namespace {

std::map<std::string, double> terms(int order) {
  std::map<std::string, double> found;
  for (const auto& [chain, factor] : kick_drift_kick_terms(order)) found[chain] = factor.value();
  return found;
}

TEST(Rational, cancels_and_keeps_its_sign_above) {
  EXPECT_EQ(Rational(6, -4), Rational(-3, 2));
  EXPECT_EQ(Rational(1, 6) + Rational(1, 3), Rational(1, 2));
  EXPECT_EQ(Rational(-2, 3) * Rational(9, 4), Rational(-3, 2));
  EXPECT_TRUE((Rational(1, 3) + Rational(-1, 3)).zero());
}

TEST(BracketSeries, is_that_of_the_second_and_the_fourth_order) {
  EXPECT_EQ(terms(2), (std::map<std::string, double>{{"T", 1.0 / 12.0}, {"V", 1.0 / 24.0}}));
  EXPECT_EQ(terms(4), (std::map<std::string, double>{{"TTT", -1.0 / 720.0},
                                                     {"VTT", 1.0 / 360.0},
                                                     {"TTV", -1.0 / 120.0},
                                                     {"VTV", -1.0 / 480.0}}));
}

TEST(BracketSeries, grows_by_less_than_the_number_of_words) {
  EXPECT_EQ(terms(6).size(), 14U) << "of 32 chains";
  EXPECT_EQ(terms(8).size(), 50U) << "of 128 chains";
}

}  // namespace
}  // namespace ricochet
