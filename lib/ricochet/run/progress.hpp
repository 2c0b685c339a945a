#pragma once

#include <chrono>
#include <functional>
#include <limits>

namespace ricochet {

/// The progress of a run.
struct Progress {
  long made = 0;         ///< steps of the whole run, those before a resumption included
  long total = 0;        ///< steps asked for
  double seconds = 0.0;  ///< wall time since the run began or was resumed [s]
  double rate = 0.0;     ///< steps per second of that time; 0: none made yet
  double energy_error = std::numeric_limits<double>::quiet_NaN();  ///< E - E(0) [J]; NaN: not known

  /// Largest error of a shadow energy by its start; NaN: there is none. Steps whose impacts were
  /// located inside or that landed.
  double shadow_error = std::numeric_limits<double>::quiet_NaN();
  long shadow_fallbacks = 0;

  /// Wall time to the end at this rate [s]; NaN while it is not known.
  [[nodiscard]] double seconds_left() const;
};

using OnProgress = std::function<void(const Progress&)>;

/// Measures the rate of work and says when a report of the progress is due.
class ProgressMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// `done` of `total` steps were made before; `interval` is the time between two reports [s].
  ProgressMeter(long done, long total, double interval);

  /// True for the first call, then once in every interval.
  [[nodiscard]] bool due(Clock::time_point now = Clock::now());
  [[nodiscard]] Progress at(long made, Clock::time_point now = Clock::now()) const;

 private:
  long first_, total_;
  Clock::duration interval_;
  Clock::time_point begin_ = Clock::now(), told_ = {};
  bool first_call_ = true;
};

}  // namespace ricochet
