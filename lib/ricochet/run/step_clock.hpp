#pragma once

#include <chrono>
#include <vector>

namespace ricochet {

/// Times the steps of a run and nothing else: stopped when a step arrives, started again when it
/// has been dealt with.
class StepClock {
 public:
  void start() { begin_ = Clock::now(); }
  void stop() { seconds_.push_back(std::chrono::duration<double>(Clock::now() - begin_).count()); }

  [[nodiscard]] double mean() const;    ///< [s]; 0 if there was no step
  [[nodiscard]] double median() const;  ///< [s]; 0 if there was no step

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point begin_ = Clock::now();
  std::vector<double> seconds_;
};

}  // namespace ricochet
