#include "ricochet/run/step_clock.hpp"

#include <algorithm>
#include <numeric>

namespace ricochet {

double StepClock::mean() const {
  if (seconds_.empty()) return 0.0;
  return std::accumulate(seconds_.begin(), seconds_.end(), 0.0) /
         static_cast<double>(seconds_.size());
}

double StepClock::median() const {
  if (seconds_.empty()) return 0.0;
  std::vector<double> sorted = seconds_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

}  // namespace ricochet
