#include "bench/statistics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

using testing::ElementsAre;

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(ShiftedGeometricMean, is_that_of_numbers_by_hand) {
  EXPECT_DOUBLE_EQ(shifted_geometric_mean({1.0, 4.0}, 0.0), 2.0);
  EXPECT_DOUBLE_EQ(shifted_geometric_mean({1.0, 7.0}, 1.0), 3.0);  // sqrt(2 * 8) - 1
  EXPECT_DOUBLE_EQ(shifted_geometric_mean({0.0, 0.0, 26.0}, 1.0), 2.0);
  EXPECT_TRUE(std::isnan(shifted_geometric_mean({}, 1.0)));
}

TEST(PerformanceProfile, is_that_of_numbers_by_hand) {
  // Ratios to the best: 1 and 2; 3 and 1; 1 and not solved; solved by nobody.
  const auto profiles =
      performance_profiles({{1.0, 2.0}, {6.0, 2.0}, {5.0, infinity}, {infinity, infinity}});
  ASSERT_EQ(profiles.size(), 2U);
  EXPECT_THAT(profiles[0].tau, ElementsAre(1.0, 1.0, 3.0));
  EXPECT_THAT(profiles[0].fraction, ElementsAre(0.25, 0.5, 0.75));
  EXPECT_THAT(profiles[1].tau, ElementsAre(1.0, 2.0));
  EXPECT_THAT(profiles[1].fraction, ElementsAre(0.25, 0.5));
  EXPECT_TRUE(performance_profiles({}).empty());
}

}  // namespace
}  // namespace ricochet::cli
