#include "draw/curves.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(FittedOrder, is_the_slope_of_a_power) {
  EXPECT_NEAR(fitted_order({1.0, 0.5, 0.25}, {3.0, 0.75, 0.1875}), 2.0, 1e-12);
}

}  // namespace
}  // namespace ricochet::cli
