#include "ricochet/run/step_clock.hpp"

#include <algorithm>

namespace ricochet {

StepClock::Clock::time_point StepClock::stop() {
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  sum_ += seconds;
  if (count_++ % stride_ != 0) return now;
  seconds_.push_back(seconds);
  if (seconds_.size() < most) return now;
  for (size_t i = 1; 2 * i < most; ++i) seconds_[i] = seconds_[2 * i];
  seconds_.resize(most / 2);
  stride_ *= 2;
  return now;
}

double StepClock::mean() const { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }

double StepClock::median() const {
  if (seconds_.empty()) return 0.0;
  std::vector<double> sorted = seconds_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

}  // namespace ricochet
