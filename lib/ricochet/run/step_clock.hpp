#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace ricochet {

/// Times the steps of a run and nothing else. It is stopped when a step arrives and started again
/// before the next step. Its memory does not grow with the run: the median of a long run is that of
/// every K-th step.
class StepClock {
 public:
  using Clock = std::chrono::steady_clock;

  StepClock() { seconds_.reserve(most); }

  void start() { begin_ = Clock::now(); }
  Clock::time_point stop();  ///< the time of the call

  [[nodiscard]] double mean() const;    ///< [s]; 0 if there was no step
  [[nodiscard]] double median() const;  ///< [s]; 0 if there was no step

 private:
  static constexpr size_t most = 1U << 16U;  // times kept

  Clock::time_point begin_ = Clock::now();
  std::vector<double> seconds_ = {};
  double sum_ = 0.0;
  size_t count_ = 0, stride_ = 1;
};

}  // namespace ricochet
