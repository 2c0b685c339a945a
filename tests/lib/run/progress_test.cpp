#include "ricochet/run/progress.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using std::chrono::milliseconds;

TEST(Progress, tells_once_in_every_interval) {
  ProgressMeter meter(0, 100, 0.1);
  const auto now = ProgressMeter::Clock::now();
  EXPECT_TRUE(meter.due(now));
  EXPECT_FALSE(meter.due(now + milliseconds(99)));
  EXPECT_TRUE(meter.due(now + milliseconds(101)));
  EXPECT_FALSE(meter.due(now + milliseconds(102)));
}

TEST(Progress, measures_the_rate_of_this_run_and_not_of_those_before) {
  const ProgressMeter meter(1000, 1300, 0.1);
  const Progress at = meter.at(1100, ProgressMeter::Clock::now() + std::chrono::seconds(1000));
  EXPECT_EQ(at.made, 1100);
  EXPECT_EQ(at.total, 1300);
  EXPECT_NEAR(at.seconds, 1000.0, 1.0);
  EXPECT_NEAR(at.rate, 0.1, 1e-3);
  EXPECT_NEAR(at.seconds_left(), 2000.0, 5.0);
  EXPECT_TRUE(std::isnan(at.energy_error)) << "not known";
}

TEST(Progress, does_not_know_the_time_left_before_the_first_step) {
  const ProgressMeter meter(7, 10, 0.1);
  EXPECT_TRUE(std::isnan(meter.at(7).seconds_left()));
}

}  // namespace
}  // namespace ricochet
