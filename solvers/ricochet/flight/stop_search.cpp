#include "ricochet/flight/stop_search.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr double at_once = 1e-6;  // of the flight: a slip that vanishes sooner is none

/// Where the line through two trials vanishes.
template <class Trial>
double secant(const Trial& a, const Trial& b) {
  return b.tau - b.slip * (b.tau - a.tau) / (b.slip - a.slip);
}

}  // namespace

void StopSearch::Side::take(double tau, double slip) {
  before = nearest;
  nearest = {tau, slip};
  ++trials;
}

std::optional<double> StopSearch::next(double tau, const SlipLeft& slip, double tolerance) {
  if (trials_ > most_trials) return {};
  found_ = trials_ > 0 && std::abs(slip.end) <= tolerance;
  if (found_ || (trials_ == 0 && slip.end >= -tolerance)) return {};
  if (trials_ == 0) {
    low_.take(0.0, 1.0);
    full_ = tau;
  }
  Side& last = slip.end > 0.0 ? low_ : high_;
  last.take(tau, slip.end / slip.start);
  const double length = guess(last);
  if (++trials_ <= most_trials && length > at_once * full_) return length;
  return give_up();
}

double StopSearch::give_up() {
  trials_ = most_trials + 1;
  return full_;
}

/// Between the brackets.
double StopSearch::guess(const Side& last) const {
  if (last.trials > 1)
    if (const double x = secant(last.before, last.nearest);
        x > low_.nearest.tau && x < high_.nearest.tau)
      return x;
  return secant(low_.nearest, high_.nearest);
}

}  // namespace ricochet
