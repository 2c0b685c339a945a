#pragma once

#include <chrono>

namespace ricochet {

/// Wall time since it was made.
class Stopwatch {
 public:
  /// [s]
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace ricochet
