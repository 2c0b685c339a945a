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

TEST(BetaLaw, takes_the_largest_restitution_of_several_contacts) {
  const Vector down{{-1.0, -1.0}};
  EXPECT_NEAR(after(Law::beta, support::right_corner(0.2, 0.6), down).share, 0.8, 1e-15);
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
