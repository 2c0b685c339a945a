#include "support/matchers.hpp"
#include "support/struck.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::after, support::near;

const Vector down{{2.0, -8.0}};  // of the block: 1 m/s along the floor, 2 m/s onto it

TEST(NewtonLaw, returns_the_normal_speed_times_its_restitution) {
  for (const double e : {0.0, 0.3, 1.0}) {
    const ImpactOutcome outcome = after(Law::newton, support::block(e, 0.0), down);
    ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
    EXPECT_FALSE(outcome.elastic);
    EXPECT_FALSE(outcome.flagged);
    EXPECT_TRUE(near(outcome.p_plus, Vector{{2.0, 8.0 * e}}, 1e-14)) << e;
    EXPECT_TRUE(near(outcome.normal, Vector{{8.0 * (1.0 + e)}}, 1e-14)) << e;
    EXPECT_TRUE(near(outcome.tangential, Vector{{0.0}}, 0.0)) << "it knows no friction";
  }
}

TEST(NewtonLaw, takes_the_least_restitution_of_contacts_hit_at_once) {
  const ImpactOutcome outcome =
      after(Law::newton, support::right_corner(0.2, 0.6), Vector{{-1.0, -3.0}});
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.p_plus, Vector{{0.2, 0.6}}, 1e-14));
  EXPECT_TRUE(near(outcome.normal, Vector{{3.6, 1.2}}, 1e-14));
  EXPECT_TRUE(outcome.flagged);
}

TEST(NewtonLaw, comes_to_rest_flagged_where_it_would_leave_too_slowly) {
  // The block would leave with 1 m/s: 0.5 J/kg.
  const System block = support::block(0.5, 0.0);
  const ImpactOutcome bounces = after(Law::newton, block, down, 0.49);
  EXPECT_TRUE(near(bounces.p_plus, Vector{{2.0, 4.0}}, 1e-14));
  EXPECT_FALSE(bounces.flagged);
  const ImpactOutcome rests = after(Law::newton, block, down, 0.51);
  EXPECT_TRUE(near(rests.p_plus, Vector{{2.0, 0.0}}, 1e-14));
  EXPECT_TRUE(rests.flagged);
}

TEST(NewtonLaw, comes_to_rest_at_the_last_impact_of_a_step) {
  const ImpactOutcome capped = after(Law::newton, support::block(0.5, 0.0), down, 0.0, true);
  EXPECT_TRUE(near(capped.p_plus, Vector{{2.0, 0.0}}, 1e-14));
  EXPECT_TRUE(capped.flagged);
  EXPECT_FALSE(after(Law::newton, support::block(0.0, 0.0), down, 0.0, true).flagged)
      << "rest is the law itself";
}

}  // namespace
}  // namespace ricochet
