#include "support/matchers.hpp"
#include "support/struck.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::after, support::near;

const Vector down{{2.0, -8.0}};  // of the block: 1 m/s along the floor, 2 m/s onto it

TEST(CoulombLaw, slides_with_full_friction_where_it_cannot_stop_the_slip) {
  // The normal impulse is (1 + e) 8 N s; friction takes mu times as much, at most 2 N s.
  const ImpactOutcome outcome = after(Law::coulomb, support::block(0.5, 0.1), down);
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.p_plus, Vector{{0.8, 4.0}}, 1e-13));
  EXPECT_TRUE(near(outcome.tangential, Vector{{-1.2}}, 1e-13));
}

TEST(CoulombLaw, sticks_where_it_can) {
  const ImpactOutcome outcome = after(Law::coulomb, support::block(0.5, 0.2), down);
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.p_plus, Vector{{0.0, 4.0}}, 1e-13)) << "the slip after it is 0";
  EXPECT_TRUE(near(outcome.tangential, Vector{{-2.0}}, 1e-13)) << "less than 0.2 times 12";
}

TEST(CoulombLaw, rubs_against_the_slip_in_space) {
  const ImpactOutcome outcome =
      after(Law::coulomb, support::ball_in_space(0.0, 0.25), Vector{{3.0, 4.0, -2.0}});
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.tangential, Vector{{-0.3, -0.4}}, 1e-11)) << "0.25 times 2 N s";
  EXPECT_TRUE(near(outcome.p_plus, Vector{{2.7, 3.6, 0.0}}, 1e-11));
}

TEST(CoulombLaw, is_newtons_without_friction) {
  const System smooth = support::block(0.5, 0.0);
  EXPECT_TRUE(near(after(Law::coulomb, smooth, down).p_plus,
                   after(Law::newton, smooth, down).p_plus, 1e-14));
  EXPECT_TRUE(make_law(Law::coulomb, smooth, newton(), 0.0)->rubs());
}

}  // namespace
}  // namespace ricochet
