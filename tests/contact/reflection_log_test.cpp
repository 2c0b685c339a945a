#include "ricochet/contact/reflection_log.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;
using Indices = std::vector<Index>;

TEST(ReflectionLog, records_who_was_pushed_and_who_only_took_part) {
  ReflectionLog log;
  std::vector<ReflectionPass> passes;
  log.record({1, 3, 4}, Mask{{1.0, 0.0, 1.0}}, Vector{{2.0, 7.0, 0.0}}, passes);
  ASSERT_EQ(passes.size(), 1u);
  EXPECT_EQ(passes[0].set, (Indices{1, 4})) << "3 was not approached";
  EXPECT_EQ(passes[0].passive, Indices{4});
  EXPECT_TRUE(near(passes[0].impulse, Vector{{2.0, 0.0}}, 0.0));
}

TEST(ReflectionLog, sums_passes_to_one_event) {
  ReflectionLog log;
  std::vector<ReflectionPass> passes;
  log.record({1, 3}, Mask{{1.0, 1.0}}, Vector{{2.0, 0.0}}, passes);
  log.record({1, 4}, Mask{{1.0, 1.0}}, Vector{{0.5, 3.0}}, passes);
  std::vector<Impact> impacts;
  const State before{.t = 0.7, .q = Vector{{1.0}}, .p = Vector{{-2.0}}};
  const Impact& event = log.sum(passes, 6, before, Vector{{2.0}}, impacts);
  EXPECT_EQ(event.t, 0.7);
  EXPECT_EQ(event.alpha, 0.0);
  EXPECT_EQ(event.passes, 2);
  EXPECT_EQ(event.constraints, (Indices{1, 4})) << "3 had no impulse";
  EXPECT_TRUE(near(event.impulse, Vector{{2.5, 3.0}}, 1e-15));
  EXPECT_TRUE(near(event.p_minus, before.p, 0.0));
  EXPECT_TRUE(near(event.p_plus, Vector{{2.0}}, 0.0));
}

TEST(ReflectionLog, writes_into_the_storage_of_passes_that_are_over) {
  ReflectionLog log;
  std::vector<ReflectionPass> passes;
  log.record({1, 3}, Mask::Ones(2), Vector{{2.0, 0.0}}, passes);
  const double* storage = passes[0].impulse.data();
  log.recycle(passes);
  EXPECT_TRUE(passes.empty());
  log.record({0, 5}, Mask::Ones(2), Vector{{1.0, 4.0}}, passes);
  EXPECT_EQ(passes[0].impulse.data(), storage);
  EXPECT_EQ(passes[0].set, (Indices{0, 5}));
  EXPECT_TRUE(passes[0].passive.empty()) << "nothing of the old pass is left";
}

}  // namespace
}  // namespace ricochet
