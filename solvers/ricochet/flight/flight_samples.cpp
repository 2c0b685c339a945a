#include "ricochet/flight/flight_samples.hpp"

namespace ricochet {
namespace {

constexpr double just_begun = 1e-6;  // of the flight: slopes at a start that has none of its own
constexpr double near = 1e-5;        // of h times the speed: a guess this near to the curve holds
constexpr double safety = 4.0;       // of doubts, which know the leading error only

/// The cubic through two points and their rates, and its slope.
void interpolate(const FlightPoint& a, const FlightPoint& b, double tau, FlightPoint& point) {
  const double whole = b.tau - a.tau, s = (tau - a.tau) / whole, r = 1.0 - s;
  point.z = (r * r * (1.0 + 2.0 * s)) * a.z + (s * s * (1.0 + 2.0 * r)) * b.z +
            (whole * s * r) * (r * a.rate - s * b.rate);
  point.rate = (6.0 * s * r / whole) * (b.z - a.z) + (r * (1.0 - 3.0 * s)) * a.rate +
               (s * (3.0 * s - 2.0)) * b.rate;
}

}  // namespace

FlightSamples::FlightSamples(Flight& flight, const Launch& from, const FlightPoint& end,
                             Storage& storage)
    : flight_(flight), from_(from), end_(end), storage_(storage) {
  flight_.aim(from_);
  for (FlightPoint& point : storage_) flight_.reserve(point);
  begin();
}

/// Behind an impact and where contacts are held the start of a flight is a flight just begun.
double FlightSamples::time(size_t j) const {
  if (j == 0) return from_.impact || from_.holding() ? just_begun * end_.tau : 0.0;
  return end_.tau * static_cast<double>(j) / static_cast<double>(parts);
}

void FlightSamples::begin() {
  FlightPoint& start = storage_[0];
  if (time(0) == 0.0) {
    flight_.rest(from_, start);
  } else {  // never guessed: whether a flight leaves at all is decided here
    start.z = end_.z - (end_.tau - time(0)) * end_.rate;
    if (!sharpen(0)) return;
  }
  // That of the parabola through the start and the end with its rate.
  if (end_.tau > 0.0) start.rate = (2.0 / end_.tau) * (end_.z - start.z) - end_.rate;
}

bool FlightSamples::reach(size_t j) {
  for (; ok() && found_ < j; ++found_) {
    const size_t next = found_ + 1;
    if (next < parts && !guess(next) && !sharpen(next)) return false;
  }
  return ok();
}

bool FlightSamples::guess(size_t j) {
  interpolate(start(), end_, time(j), storage_[j]);
  return correct(time(j), storage_[j]);
}

/// One chord from the unknowns that stand in the point; false if they were too far away.
bool FlightSamples::correct(double tau, FlightPoint& point) {
  return flight_.guess(from_, tau, point, report.statistics) < near * from_.h * point.w.norm();
}

bool FlightSamples::glance(size_t j, double tau, FlightPoint& point) {
  interpolate(at(j), at(j + 1), tau, point);
  return correct(tau, point) || follow(tau, point);
}

/// The error e of the cubic grows like s^2 (1 - s)^2, s = j / parts, its slope like
/// 2 e / (s (1 - s)) in the time of the flight. A step towards the curve makes both less.
FlightSamples::Doubt FlightSamples::doubt(size_t j, Index gap) const {
  const FlightPoint& point = at(j);
  if (point.doubt == 0.0) return {};
  const double share = static_cast<double>(j) / static_cast<double>(parts);
  const double speed = safety * point.doubt * point.top_speeds[gap];
  return {.gap = point.tau * speed, .slope = speed * (1.0 + 2.0 / (1.0 - share))};
}

bool FlightSamples::sharpen(size_t j) {
  FlightPoint& point = storage_[j];
  if (!follow(time(j), point)) return false;
  flight_.bound_speeds(point);
  if (j > 0) return true;
  point.tau = 0.0;
  point.gaps = flight_.gaps().at(from_.q);
  return true;
}

bool FlightSamples::probe(size_t j, double tau, FlightPoint& point) {
  interpolate(at(j), at(j + 1), tau, point);
  return follow(tau, point);
}

/// From the unknowns that stand in the point.
bool FlightSamples::follow(double tau, FlightPoint& point) {
  if (!flight_.follow(from_, tau, point, report.statistics))
    report.merge(flight_.fly(from_, tau, point));
  return ok();
}

}  // namespace ricochet
