#include "ricochet/run/step_clock.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace ricochet {
namespace {

TEST(StepClock, knows_nothing_before_the_first_step) {
  const StepClock clock;
  EXPECT_EQ(clock.mean(), 0.0);
  EXPECT_EQ(clock.median(), 0.0);
}

TEST(StepClock, times_steps_and_not_what_lies_between) {
  StepClock clock;
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // between steps
    clock.start();
    clock.stop();
  }
  EXPECT_LT(clock.mean(), 0.010);
  clock.start();
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  clock.stop();
  EXPECT_GT(clock.mean(), 0.009) << "every step counts";
  EXPECT_LT(clock.median(), 0.010) << "one slow step among four";
}

TEST(StepClock, takes_more_steps_than_it_keeps) {
  StepClock clock;
  constexpr long steps = 500000;
  for (long i = 0; i < steps; ++i) {
    clock.start();
    clock.stop();
  }
  EXPECT_GE(clock.median(), 0.0);
  EXPECT_LT(clock.median(), 1e-4);
  EXPECT_LT(clock.mean(), 1e-3);
}

}  // namespace
}  // namespace ricochet
