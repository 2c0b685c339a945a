#include "ricochet/shadow/energy_root.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr double noise = 1e-15;

EnergyRoot root_of(double (*F)(double)) { return larger_root(F, F(0.0), noise); }

TEST(EnergyRoot, is_the_larger_root_of_a_parabola) {
  const EnergyRoot root = root_of([](double s) { return 2.0 * s * (s - 1.0); });
  EXPECT_TRUE(root.found);
  EXPECT_DOUBLE_EQ(root.s, 1.0);
  EXPECT_DOUBLE_EQ(root.least, 0.5);
}

TEST(EnergyRoot, is_exact_where_the_energy_is_no_parabola) {
  const EnergyRoot root = root_of([](double s) { return std::expm1(s) - 1.8 * s; });
  EXPECT_TRUE(root.found);
  EXPECT_NEAR(std::expm1(root.s), 1.8 * root.s, noise);
  EXPECT_GT(root.s, 1.0);
}

TEST(EnergyRoot, is_not_the_one_of_the_motion_through_the_contact) {
  const EnergyRoot root = root_of([](double s) { return s * (s + 1.0); });
  EXPECT_FALSE(root.found) << "the larger root is 0";
  EXPECT_EQ(root.least, 0.0);
}

TEST(EnergyRoot, has_no_limit_of_size) {
  const EnergyRoot root = root_of([](double s) { return s * (s - 40.0); });
  EXPECT_TRUE(root.found);
  EXPECT_NEAR(root.s, 40.0, 1e-12);
}

TEST(EnergyRoot, is_missing_where_the_energy_stays_above_its_target) {
  const EnergyRoot root = root_of([](double s) { return s * s - s + 1.0; });
  EXPECT_FALSE(root.found);
  EXPECT_DOUBLE_EQ(root.least, 0.5);
  EXPECT_FALSE(root_of([](double) { return std::numeric_limits<double>::quiet_NaN(); }).found);
}

}  // namespace
}  // namespace ricochet
