#include "support/struck.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(ElasticLaw, leaves_the_impulse_to_the_next_flight) {
  const System block = support::block(1.0, 0.0);
  support::Struck struck(block, Vector::Zero(2), Vector{{2.0, -8.0}});
  const auto law = make_law(Law::elastic, block, newton(), 1e3);
  const ImpactOutcome outcome = law->apply(struck.state());
  EXPECT_TRUE(outcome.report.ok());
  EXPECT_TRUE(outcome.elastic);
  EXPECT_EQ(outcome.share, 1.0);
  EXPECT_FALSE(outcome.flagged);
}

TEST(ElasticLaw, never_comes_to_rest) {
  const System block = support::block(1.0, 0.0);
  support::Struck struck(block, Vector::Zero(2), Vector{{2.0, -8.0}});
  const auto law = make_law(Law::elastic, block, newton(), 1e3);
  EXPECT_FALSE(law->rests(struck.state(), Vector::Zero(2)));
  EXPECT_FALSE(law->pins());
  EXPECT_FALSE(law->rubs());
  // The control: a law with a loss does, below the same energy.
  const System lossy = support::block(0.5, 0.0);
  EXPECT_TRUE(make_law(Law::beta, lossy, newton(), 1e3)->rests(struck.state(), Vector::Zero(2)));
}

}  // namespace
}  // namespace ricochet
