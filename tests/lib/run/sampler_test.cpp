#include "ricochet/run/sampler.hpp"

#include "support/bouncing.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::ball;
using support::ball_start;
using support::Mirror;

RunSamples sampled(const SampleOptions& options, long steps) {
  Mirror mirror;
  Monitor monitor(ball());
  Step now{.state = ball_start()};
  monitor.start(now);
  Sampler sampler(options, steps);
  sampler.start(now, monitor);
  for (long i = 0; i < steps; ++i) {
    now = mirror.advance(now, 0.01);
    monitor.observe(now);
    sampler.take(now, monitor);
  }
  sampler.finish(now, monitor);
  return sampler.hand_over();
}

TEST(Sampler, keeps_every_kth_step_and_the_last_one) {
  EXPECT_EQ(sampled({}, 10).samples.size(), 11U);
  const RunSamples third = sampled({.every = 3}, 10);
  ASSERT_EQ(third.samples.size(), 5U);  // 0, 3, 6, 9, 10
  EXPECT_EQ(third.samples_every, 3);
  EXPECT_NEAR(third.samples[3].state.t, 0.09, 1e-12);
  EXPECT_NEAR(third.samples[4].state.t, 0.10, 1e-12);
  EXPECT_EQ(sampled({.every = 0}, 10).samples.size(), 2U);
  EXPECT_EQ(sampled({.every = 5}, 10).samples.size(), 3U) << "the last one is there once";
}

TEST(Sampler, thins_a_long_run_to_multiples_of_what_is_asked_for) {
  const RunSamples thin = sampled({.every = 3, .most = 5}, 100);
  EXPECT_EQ(thin.samples_every, 21);
  EXPECT_LE(thin.samples.size(), 7U);  // five, the start and the end
}

TEST(Sampler, keeps_extremes_of_the_steps_between) {
  const RunSamples full = sampled({}, 200), thin = sampled({.every = 50}, 200);
  double least = full.samples[1].energy, most = least;
  for (size_t i = 1; i <= 50; ++i) {
    least = std::min(least, full.samples[i].energy);
    most = std::max(most, full.samples[i].energy);
  }
  EXPECT_EQ(thin.samples[1].energy_least, least);
  EXPECT_EQ(thin.samples[1].energy_most, most);
  EXPECT_LT(least, most) << "there is something between";
  EXPECT_EQ(thin.gaps_least[0], full.gaps_least[0]);
  EXPECT_GT(thin.samples[1].gaps[0], thin.gaps_least[0]);
}

TEST(Sampler, keeps_impacts_if_asked_for) {
  EXPECT_TRUE(sampled({}, 200).impact_steps.empty());
  const RunSamples run = sampled({.impacts = true}, 200);
  ASSERT_FALSE(run.impact_steps.empty());
  EXPECT_EQ(run.impact_steps[0].impacts[0].constraints, std::vector<Index>{0});
  EXPECT_NE(run.impact_steps[0].energy_before, run.impact_steps[0].energy_after);
}

}  // namespace
}  // namespace ricochet
