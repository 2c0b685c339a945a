#include "ricochet/run/progress.hpp"

namespace ricochet {

double Progress::seconds_left() const {
  return rate > 0.0 ? static_cast<double>(total - made) / rate
                    : std::numeric_limits<double>::quiet_NaN();
}

ProgressMeter::ProgressMeter(long done, long total, double interval)
    : first_(done),
      total_(total),
      interval_(
          std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(interval))) {}

bool ProgressMeter::due(Clock::time_point now) {
  if (!first_call_ && now - told_ < interval_) return false;
  first_call_ = false;
  told_ = now;
  return true;
}

Progress ProgressMeter::at(long made, Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const auto since = static_cast<double>(made - first_);
  return {.made = made,
          .total = total_,
          .seconds = seconds,
          .rate = seconds > 0.0 ? since / seconds : 0.0};
}

}  // namespace ricochet
