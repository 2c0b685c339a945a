#include "ricochet/contact/coulomb/coulomb_problem.hpp"

#include "support/coulomb_block.hpp"
#include "support/random_coulomb.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

using support::Block;

constexpr double mass = 2.5;  // [kg]

/// The certificate of the right impulses, and of impulses changed by hand.
class CoulombResidual : public testing::TestWithParam<Index> {
 protected:
  [[nodiscard]] static Block sliding() {
    return {mass, 0.3, GetParam() == 1 ? Vector{{-1.0, 2.0}} : Vector{{-1.0, 1.2, 1.6}}};
  }
  static double of(const Block& block, const Vector& r) {
    return coulomb_residual(block.problem(), r);
  }
};

TEST_P(CoulombResidual, passes_what_is_right) {
  EXPECT_LT(of(sliding(), sliding().solve()), 1e-15);
}

TEST_P(CoulombResidual, catches_a_force_along_the_slip) {
  const Block block = sliding();
  Vector r = block.solve();
  r.tail(GetParam()) *= -1.0;
  EXPECT_GT(of(block, r), 0.1);
}

TEST_P(CoulombResidual, catches_a_force_outside_the_cone) {
  const Block block = sliding();
  Vector r = block.solve();
  r.tail(GetParam()) *= 1.0 + 1e-9;
  EXPECT_GT(of(block, r), 1e-10);
}

TEST_P(CoulombResidual, catches_a_sliding_contact_that_sticks) {
  const Block block = sliding();
  EXPECT_GT(of(block, -mass * block.b), 0.1);
}

TEST_P(CoulombResidual, catches_a_contact_that_rubs_too_little) {
  const Block block = sliding();
  Vector r = block.solve();
  r.tail(GetParam()) *= 1.0 - 1e-9;
  EXPECT_GT(of(block, r), 1e-10);
}

TEST_P(CoulombResidual, catches_an_impulse_on_an_open_contact) {
  Block block = sliding();
  block.b[0] = 1.0;
  EXPECT_EQ(of(block, Vector::Zero(1 + GetParam())), 0.0);
  EXPECT_GT(of(block, 1e-9 * Vector::Unit(1 + GetParam(), 0)), 1e-10);
}

TEST_P(CoulombResidual, catches_an_approach_and_a_pull) {
  const Block block = sliding();
  EXPECT_GE(of(block, Vector::Zero(1 + GetParam())), 0.3);
  Vector r = block.solve();
  r[0] *= -1.0;
  EXPECT_GT(of(block, r), 0.1);
}

TEST_P(CoulombResidual, catches_friction_without_a_coefficient) {
  Block block = sliding();
  block.contacts[0].friction = 0.0;
  Vector r = block.solve();
  EXPECT_LT(of(block, r), 1e-15);
  r[1] = 1e-9;
  EXPECT_GT(of(block, r), 1e-10);
}

TEST_P(CoulombResidual, is_not_a_number_where_a_number_is_not) {
  Block block = sliding();
  Vector r = block.solve();
  r[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(of(block, r)));
  block.b[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(of(block, Vector::Zero(1 + GetParam()))));
}

INSTANTIATE_TEST_SUITE_P(Tangents, CoulombResidual, testing::Values(1, 2));

/// Velocities scale the residual; units of impulse do not change it.
TEST(CoulombResidualUnits, are_metres_per_second) {
  Block light(1.0, 0.3, Vector{{-1.0, 2.0}}), heavy(1e6, 0.3, Vector{{-1.0, 2.0}});
  const Vector wrong{{1.0, 0.1}};
  EXPECT_NEAR(coulomb_residual(light.problem(), wrong),
              coulomb_residual(heavy.problem(), 1e6 * wrong), 1e-14);
  Block fast(1.0, 0.3, Vector{{-100.0, 200.0}});
  EXPECT_NEAR(100.0 * coulomb_residual(light.problem(), wrong),
              coulomb_residual(fast.problem(), 100.0 * wrong), 1e-12);
}

}  // namespace
}  // namespace ricochet
