#include "bench/work_precision.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::cli {
namespace {

TEST(Bench, errors_fall_with_the_step) {
  const WorkPrecision study =
      work_precision({.problem = "bowl"}, {"discrete-smooth", "moreau-jean"}, "newton",
                     {.steps = 50, .seconds = 1000.0}, [] { return false; });
  EXPECT_EQ(study.reference, "discrete-smooth with h / 64");
  ASSERT_EQ(study.curves.size(), 2U);
  for (const PrecisionCurve& curve : study.curves) {
    ASSERT_EQ(curve.points.size(), 4U) << curve.method;
    EXPECT_LT(curve.points.back().error, 0.5 * curve.points.front().error) << curve.method;
    EXPECT_DOUBLE_EQ(curve.points.front().h, 8.0 * curve.points.back().h);
    EXPECT_GT(curve.points.front().seconds, 0.0);
  }
  // Second order: 64 times smaller for h / 8, and far above what the reference is worth.
  const auto& second = study.curves.front().points;
  EXPECT_NEAR(std::log2(second.front().error / second.back().error) / 3.0, 2.0, 0.2);
  EXPECT_LT(study.uncertainty, 0.1 * second.back().error);
}

}  // namespace
}  // namespace ricochet::cli
