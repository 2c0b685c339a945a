#include "ricochet/native/elementary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Elementary, functions_are_those_of_the_operation) {
  EXPECT_EQ(elementary_of_one(casadi::OP_SIN)(0.3), std::sin(0.3));
  EXPECT_EQ(elementary_of_two(casadi::OP_ATAN2)(0.3, -2.0), std::atan2(0.3, -2.0));
}

TEST(Elementary, operations_of_one_and_of_two_numbers_exclude_each_other) {
  for (int k = 0; k <= casadi::OP_KRON_CONTRACT; ++k) {
    const auto op = static_cast<casadi::Operation>(k);
    EXPECT_FALSE(elementary_of_one(op) && elementary_of_two(op)) << k;
  }
}

TEST(Elementary, arithmetic_is_none) {
  EXPECT_EQ(elementary_of_two(casadi::OP_ADD), nullptr);
  EXPECT_EQ(elementary_of_one(casadi::OP_SQRT), nullptr);
}

TEST(Elementary, sign_keeps_zeros_and_nan) {
  const OfOne sign = elementary_of_one(casadi::OP_SIGN);
  EXPECT_TRUE(std::signbit(sign(-0.0)));
  EXPECT_FALSE(std::signbit(sign(0.0)));
  EXPECT_TRUE(std::isnan(sign(nan)));
  EXPECT_EQ(sign(-1e-310), -1.0);
}

TEST(Elementary, everything_but_zero_is_true) {
  const OfTwo both = elementary_of_two(casadi::OP_AND), either = elementary_of_two(casadi::OP_OR);
  EXPECT_EQ(both(nan, 2.0), 1.0);
  EXPECT_EQ(both(-0.0, 2.0), 0.0);
  EXPECT_EQ(either(0.0, nan), 1.0);
  EXPECT_EQ(either(0.0, -0.0), 0.0);
}

}  // namespace
}  // namespace ricochet
