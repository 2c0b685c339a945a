#include "support/struck.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::after;

TEST(BetaLaw, takes_the_share_of_the_elastic_impulse) {
  for (const double e : {0.0, 0.5, 1.0}) {
    const ImpactOutcome outcome = after(Law::beta, support::block(e, 0.0), Vector{{2.0, -8.0}});
    EXPECT_TRUE(outcome.elastic) << "its size is found by the next flight";
    EXPECT_NEAR(outcome.share, 0.5 * (1.0 + e), 1e-15);
  }
}

TEST(BetaLaw, takes_the_least_restitution_of_several_contacts_and_is_flagged_if_they_differ) {
  const ImpactOutcome both =
      after(Law::beta, support::right_corner(0.2, 0.6), Vector{{-1.0, -1.0}});
  EXPECT_NEAR(both.share, 0.6, 1e-15);
  EXPECT_TRUE(both.flagged);
  EXPECT_FALSE(after(Law::beta, support::right_corner(0.6, 0.6), Vector{{-1.0, -1.0}}).flagged);
}

TEST(BetaLaw, takes_no_restitution_of_a_contact_that_is_not_pushed) {
  const System corner = support::right_corner(0.2, 0.6);
  for (const Vector& p : {Vector{{1.0, -1.0}}, Vector{{-1.0, 1.0}}}) {
    const ImpactOutcome one = after(Law::beta, corner, p);
    EXPECT_NEAR(one.share, p[0] > 0.0 ? 0.6 : 0.8, 1e-15);
    EXPECT_FALSE(one.flagged);
  }
}

TEST(BetaLaw, rests_below_its_energy_per_mass) {
  // The block leaves the floor with 3 m/s: 4.5 J/kg.
  const System block = support::block(0.5, 0.0);
  support::Struck struck(block, Vector::Zero(2), Vector{{2.0, -8.0}});
  const Vector leaves{{2.0, 12.0}};
  EXPECT_FALSE(make_law(Law::beta, block, newton(), 4.49)->rests(struck.state(), leaves));
  EXPECT_TRUE(make_law(Law::beta, block, newton(), 4.51)->rests(struck.state(), leaves));
  const System lossless = support::block(1.0, 0.0);
  EXPECT_FALSE(make_law(Law::beta, lossless, newton(), 4.51)->rests(struck.state(), leaves));
}

}  // namespace
}  // namespace ricochet
