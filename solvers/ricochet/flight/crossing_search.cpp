#include "ricochet/flight/crossing_search.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int bisections = 60;               // to tell whether a dip crosses at all
constexpr int looks = 3;                     // into every dip, before tangents are believed
constexpr double steeper = 2.0;              // than its tangents no gap turns between two samples
constexpr int narrowings = 200;              // to isolate a crossing
constexpr double good_start = 1e-4;          // of the flight: near enough for Newton's method
constexpr double last_start = 1e-15;         // of the flight: as near as bisection comes
constexpr double missed_by_samples = 100.0;  // of the tolerance of gaps, at most
constexpr int cubic_steps = 8;               // to the root of a cubic

/// The root in (0, 1) of the cubic with these values and slopes at 0 and 1, which falls from a
/// positive value to a negative one. Not exact: a guess.
double falling_root(double g0, double s0, double g1, double s1) {
  const double c = 3.0 * (g1 - g0) - 2.0 * s0 - s1, d = 2.0 * (g0 - g1) + s0 + s1;
  double low = 0.0, high = 1.0, x = g0 / (g0 - g1);
  for (int k = 0; k < cubic_steps; ++k) {
    const double value = g0 + x * (s0 + x * (c + x * d));
    (value > 0.0 ? low : high) = x;
    const double next = x - value / (s0 + x * (2.0 * c + x * 3.0 * d));
    x = next > low && next < high ? next : 0.5 * (low + high);
  }
  return x;
}

struct Side {  // of a turning point
  double tau = 0.0, gap = 0.0, slope = 0.0;
};

/// True unless the tangents at both sides, doubly steep, keep a gap that turns in between on this
/// side of the level.
bool may_reach(double level, const Side& low, const Side& high) {
  const double width = high.tau - low.tau, down = steeper * low.slope, up = steeper * high.slope;
  const double meet = std::clamp((high.gap - low.gap - up * width) / (down - up), 0.0, width);
  const double from_low = low.gap + down * meet, from_high = high.gap + up * (meet - width);
  return low.slope < 0.0 ? std::max(from_low, from_high) <= level
                         : std::min(from_low, from_high) >= level;
}

}  // namespace

CrossingSearch::CrossingSearch(const System& s)
    : contacts_(s.contacts()),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      gap_noise_(1e-3 * gap_tolerance_) {}

Crossing CrossingSearch::first(Flight& flight, const Launch& from, const FlightPoint& end,
                               FlightPoint& hit, StepReport& report) {
  flight.reserve(probe_);
  FlightSamples samples(flight, from, end, storage_);
  Crossing found;
  size_t earliest_row = 0;
  Bracket earliest;
  const std::vector<ContactTable::Extent>& rows = contacts_.row_entries();
  for (size_t row = 0; row < rows.size() && samples.ok(); ++row) {
    const bool held = from.holding() && from.held[rows[row].first] != 0.0;
    if (held || !may_cross(samples, row)) continue;
    Bracket b = first_bracket(samples, row, earliest, found.sinking);
    if (!b.found() || (earliest.found() && b.low > earliest.high)) continue;
    if (earliest.found()) tell_apart(samples, row, b, earliest_row, earliest);
    if (earliest.found() && b.high > earliest.high) continue;
    earliest_row = row;
    earliest = b;
  }
  if (earliest.found() && samples.ok()) found.gap = refine(samples, earliest_row, earliest, hit);
  report.merge(samples.report);
  if (!report.ok()) found.gap = -1;
  return found;
}

double CrossingSearch::slope(size_t row, const FlightPoint& p) const {
  return p.slopes[leading(row, p)];
}

/// Gaps farther than the way that is travelled cannot close.
bool CrossingSearch::may_cross(const FlightSamples& samples, size_t row) const {
  const FlightPoint &start = samples.start(), &end = samples.end();
  const double speed =
      std::max(start.top_speeds[leading(row, start)], end.top_speeds[leading(row, end)]);
  return !(std::min(gap(row, start), gap(row, end)) > end.tau * speed);
}

/// Finds a sample that leaves no doubt about a row; false after a failure.
bool CrossingSearch::look(FlightSamples& samples, size_t row, size_t j) {
  if (!samples.reach(j)) return false;
  const FlightPoint& point = samples.at(j);
  if (point.doubt == 0.0) return true;
  const auto& [first, last] = contacts_.row_entries()[row];
  const FlightSamples::Doubt doubt = samples.doubt(j, first);
  const double gap = std::abs(point.gaps[first]), slope = std::abs(point.slopes[first]);
  const bool sure = last - first == 1 && gap >= doubt.gap &&
                    std::abs(gap - gap_tolerance_) > doubt.gap &&
                    slope > doubt.slope + speed_tolerance_;
  return sure || samples.sharpen(j);
}

CrossingSearch::Bracket CrossingSearch::first_bracket(FlightSamples& samples, size_t row,
                                                      const Bracket& earliest, Index& sinking) {
  if (!look(samples, row, 0)) return {};
  const FlightPoint& start = samples.start();
  // Closed within the tolerance, but not yet touched and approached: it will cross at once.
  const bool meets = gap(row, start) > 0.0 && slope(row, start) < -speed_tolerance_;
  bool open = meets || gap(row, start) > gap_tolerance_;
  for (size_t j = 0; j < FlightSamples::parts; ++j) {
    if (open && earliest.found() && samples.at(j).tau > earliest.high) return {};
    if (!look(samples, row, j + 1)) return {};
    const FlightPoint &a = samples.at(j), &b = samples.at(j + 1);
    double low = a.tau;
    if (!open) {
      open = gap(row, b) > gap_tolerance_;
      if (open) continue;
      const bool hump = slope(row, a) > 0.0 && slope(row, b) < 0.0;
      low = hump ? turning_point(samples, row, j, false) : -1.0;  // opens and closes in between
      if (low < 0.0) {
        if (sinks(samples, row, b)) sinking = leading(row, b);
        continue;
      }
      open = true;
    }
    if (gap(row, b) < 0.0) return {.part = j, .low = low, .high = b.tau};
    if (slope(row, a) < 0.0 && slope(row, b) > 0.0) {
      const double inside = turning_point(samples, row, j, true);
      if (inside > 0.0) return {.part = j, .low = low, .high = inside};
    }
  }
  return {};
}

/// Negative, after a start that was closed.
bool CrossingSearch::sinks(const FlightSamples& samples, size_t row, const FlightPoint& p) const {
  return gap(row, samples.start()) >= -gap_tolerance_ && gap(row, p) < -gap_tolerance_;
}

/// A time near the extremum in a part where a dip is negative, or a hump open; -1 if none.
double CrossingSearch::turning_point(FlightSamples& samples, size_t row, size_t part, bool dip) {
  const double level = dip ? 0.0 : gap_tolerance_;
  const auto side = [&](const FlightPoint& p) { return Side{p.tau, gap(row, p), slope(row, p)}; };
  Side low = side(samples.at(part)), high = side(samples.at(part + 1));
  for (int k = 0; k < bisections && (k < looks || may_reach(level, low, high)); ++k) {
    if (!samples.probe(part, 0.5 * (low.tau + high.tau), probe_)) return -1.0;
    const Side mid = side(probe_);
    if (dip ? mid.gap < level : mid.gap > level) return mid.tau;
    ((mid.slope < 0.0) == dip ? low : high) = mid;
  }
  return -1.0;
}

/// Narrows the brackets of two rows until they say which gap closes first.
void CrossingSearch::tell_apart(FlightSamples& samples, size_t row, Bracket& b, size_t other,
                                Bracket& earliest) {
  for (const double width : {good_start, last_start}) {
    const bool apart = b.high <= earliest.low || b.low > earliest.high;
    if (apart || !narrow(samples, row, b, width * samples.end().tau)) return;
    if (!narrow(samples, other, earliest, width * samples.end().tau)) return;
  }
}

/// Bisection, helped by Newton's step where it stays inside.
bool CrossingSearch::narrow(FlightSamples& samples, size_t row, Bracket& b, double width) {
  for (int k = 0; k < narrowings && b.high - b.low > width; ++k) {
    const double mid = 0.5 * (b.low + b.high);
    if (mid <= b.low || mid >= b.high) return true;
    if (!samples.probe(b.part, mid, probe_)) return false;
    (gap(row, probe_) > 0.0 ? b.low : b.high) = mid;
    const double newton = probe_.tau - gap(row, probe_) / slope(row, probe_);
    for (const double next : {newton - 0.4 * width, newton + 0.4 * width}) {
      if (!(next > b.low && next < b.high)) continue;
      if (!samples.probe(b.part, next, probe_)) return false;
      (gap(row, probe_) > 0.0 ? b.low : b.high) = next;
    }
  }
  return true;
}

/// The crossing of a gap that falls all over its bracket: a sample where its cubic vanishes, and
/// from there Newton's method. -1 if it leads elsewhere.
Index CrossingSearch::approach(FlightSamples& samples, size_t row, const Bracket& b,
                               FlightPoint& hit) {
  const FlightPoint &low = samples.at(b.part), &high = samples.at(b.part + 1);
  const double width = b.high - b.low, whole = samples.end().tau;
  if (b.low != low.tau || b.high != high.tau) return -1;
  if (!(slope(row, low) < 0.0 && slope(row, high) < 0.0)) return -1;
  const double share = falling_root(gap(row, low), width * slope(row, low), gap(row, high),
                                    width * slope(row, high));
  if (!samples.glance(b.part, b.low + share * width, probe_)) return -1;
  const Index entry = leading(row, probe_);
  if (!(probe_.slopes[entry] < 0.0)) return -1;
  const double on = -probe_.gaps[entry] / probe_.slopes[entry], tau = probe_.tau + on;
  if (!(std::abs(on) <= good_start * whole && tau > b.low && tau < b.high)) return -1;
  probe_.z += on * probe_.rate;
  probe_.tau = tau;
  const StepReport part = samples.flight().hit(samples.launch(), entry, probe_, hit);
  samples.report.statistics.add(part.statistics);
  const bool near = std::abs(hit.tau - tau) <= good_start * whole;
  if (!part.ok() || !near || hit.tau < b.low || hit.tau > b.high) return -1;
  if (!Flight::leaves(samples.launch(), hit)) return -1;
  samples.report.certificate.merge(part.certificate);
  return entry;
}

/// A sample may miss its gap by a little, where dependent equalities leave its flight less exact,
/// so that bisection ends at the sample. The exact crossing, where the gap falls too, lies behind
/// it.
bool CrossingSearch::behind_a_sample(FlightSamples& samples, size_t row, const Bracket& b,
                                     const FlightPoint& hit) {
  const size_t next = b.part + 1;
  if (b.high != samples.at(next).tau || next >= FlightSamples::parts) return false;
  const double behind = -slope(row, probe_) * (hit.tau - b.high);
  if (!(hit.tau > b.high && behind > 0.0 && behind <= missed_by_samples * gap_tolerance_))
    return false;
  if (!samples.reach(next + 1) || hit.tau > samples.at(next + 1).tau) return false;
  return Flight::leaves(samples.launch(), hit) && samples.probe(next, hit.tau, probe_) &&
         slope(row, probe_) < -speed_tolerance_;
}

/// The exact crossing by the square system; from an ever narrower bracket until it stays inside.
Index CrossingSearch::refine(FlightSamples& samples, size_t row, Bracket b, FlightPoint& hit) {
  const Index at_once = approach(samples, row, b, hit);
  if (at_once >= 0) return at_once;
  const double whole = samples.end().tau;
  StepReport part;
  for (const double width : {good_start, 1e-9, last_start}) {
    if (!narrow(samples, row, b, width * whole) ||
        !samples.probe(b.part, 0.5 * (b.low + b.high), probe_))
      return -1;
    const Index entry = leading(row, probe_);
    part = samples.flight().hit(samples.launch(), entry, probe_, hit);
    if (!part.ok()) continue;
    const double slack = b.high - b.low + gap_noise_ / std::abs(probe_.slopes[entry]);
    if (!(hit.tau >= b.low - slack && hit.tau <= b.high + slack)) continue;
    if (!Flight::leaves(samples.launch(), hit)) continue;
    samples.report.merge(part);
    const double inside = std::clamp(hit.tau, 0.0, whole);
    if (inside != hit.tau)
      samples.report.merge(samples.flight().fly(samples.launch(), inside, hit));
    return samples.ok() ? entry : -1;
  }
  if (part.ok() && behind_a_sample(samples, row, b, hit)) {
    samples.report.merge(part);
    return leading(row, probe_);
  }
  if (part.ok()) part.message = "the crossing leaves its bracket";
  if (part.ok() || part.status == StepStatus::singular ||
      part.status == StepStatus::iteration_limit)
    part.status = StepStatus::grazing;
  samples.report.merge(part);
  return -1;
}

}  // namespace ricochet
