#include "ricochet/flight/flight_samples.hpp"

namespace ricochet {
namespace {

constexpr double just_begun = 1e-6;  // of the flight: slopes at a start that has none of its own

}  // namespace

FlightSamples::FlightSamples(Flight& flight, const Launch& from, const FlightPoint& end,
                             Storage& storage)
    : flight_(flight), from_(from), end_(end), storage_(storage) {
  for (FlightPoint& point : storage_) flight_.reserve(point);
  begin();
}

void FlightSamples::begin() {
  FlightPoint& start = storage_[0];
  if (from_.impact || from_.holding()) {
    const double tau = just_begun * end_.tau;
    start.z = end_.z - (end_.tau - tau) * end_.rate;
    if (!find(tau, start)) return;
    flight_.bound_speeds(start);
    start.tau = 0.0;
    start.gaps = flight_.gaps().at(from_.q);
  } else {
    flight_.rest(from_, start);
    // That of the parabola through the start and the end with its rate.
    if (end_.tau > 0.0) start.rate = (2.0 / end_.tau) * (end_.z - start.z) - end_.rate;
  }
}

bool FlightSamples::reach(size_t j) {
  for (; ok() && found_ < j; ++found_) {
    const size_t next = found_ + 1;
    if (next == parts) continue;
    const double tau = end_.tau * static_cast<double>(next) / static_cast<double>(parts);
    if (!follow(storage_[found_], end_, tau, storage_[next])) return false;
  }
  return ok();
}

/// Between two points, near the cubic through both and their rates.
bool FlightSamples::follow(const FlightPoint& a, const FlightPoint& b, double tau,
                           FlightPoint& point) {
  const double whole = b.tau - a.tau, s = (tau - a.tau) / whole, r = 1.0 - s;
  point.z = (r * r * (1.0 + 2.0 * s)) * a.z + (s * s * (1.0 + 2.0 * r)) * b.z +
            (whole * s * r) * (r * a.rate - s * b.rate);
  return find(tau, point);
}

/// From the guess that stands in the point.
bool FlightSamples::find(double tau, FlightPoint& point) {
  if (!flight_.follow(from_, tau, point, report.statistics))
    report.merge(flight_.fly(from_, tau, point));
  return ok();
}

}  // namespace ricochet
