#include "ricochet/flight/flight.hpp"

#include <algorithm>
#include <cmath>

/// The first crossing of a flight: samples, brackets, and the exact point.

namespace ricochet {
namespace {

constexpr int bisections = 60;        // to tell whether a dip crosses at all
constexpr int narrowings = 200;       // to isolate a crossing
constexpr double good_start = 1e-4;   // of the flight: near enough for Newton's method
constexpr double last_start = 1e-15;  // of the flight: as near as bisection comes
constexpr double just_begun = 1e-6;   // of the flight: slopes at a start that has none of its own

}  // namespace

Index Flight::first_crossing(const Launch& from, const FlightPoint& end, FlightPoint& hit,
                             StepReport& report) {
  begin_search(from, end);
  Index first = -1;
  size_t earliest_row = 0;
  Bracket earliest;
  bool sampled = false;
  const std::vector<ContactTable::Extent>& rows = contacts_.row_entries();
  for (size_t row = 0; row < rows.size() && search_.ok(); ++row) {
    const bool held = from.holding() && from.held[rows[row].first] != 0.0;
    if (held || !may_cross(row, end)) continue;
    if (!sampled && !fill_grid(end)) break;
    sampled = true;
    Bracket b = first_bracket(row);
    if (!b.found() || (first >= 0 && b.low > earliest.high)) continue;
    if (!narrow(row, b, good_start * end.tau)) break;
    if (first >= 0 && b.high > earliest.low) {  // too near to tell which comes first
      narrow(row, b, last_start * end.tau);
      narrow(earliest_row, earliest, last_start * end.tau);
    }
    if (first >= 0 && b.high > earliest.high) continue;
    first = 0;
    earliest_row = row;
    earliest = b;
  }
  if (first >= 0 && search_.ok()) first = refine(earliest_row, earliest, hit);
  report.merge(search_);
  return report.ok() ? first : -1;
}

void Flight::begin_search(const Launch& from, const FlightPoint& end) {
  from_ = &from;
  search_ = {.status = StepStatus::converged};
  sinking_ = -1;
  FlightPoint& start = grid_[0];
  if (from.impact || from.holding()) {
    if (!probe(just_begun * end.tau, start)) return;
  } else {
    z_.setZero(variant(from).unknowns);
    start.w.resize(n_);
    launch_({from.q, from.p, theta_}, {start.w});
    start.tau = 0.0;
    measure(from, start);
  }
  start.tau = 0.0;
  start.gaps = gaps(from.q);
}

double Flight::slope(size_t row, const FlightPoint& p) const { return p.slopes[leading(row, p)]; }

/// Gaps farther than the way that is travelled cannot close.
bool Flight::may_cross(size_t row, const FlightPoint& end) const {
  const FlightPoint& start = grid_[0];
  const double speed =
      std::max(start.top_speeds[leading(row, start)], end.top_speeds[leading(row, end)]);
  return !(std::min(gap(row, start), gap(row, end)) > end.tau * speed);
}

bool Flight::probe(double tau, FlightPoint& point) {
  search_.merge(fly(*from_, tau, point));
  return search_.ok();
}

bool Flight::fill_grid(const FlightPoint& end) {
  const size_t parts = grid_.size() - 1;
  for (size_t j = 1; j < parts; ++j)
    if (!probe(end.tau * static_cast<double>(j) / static_cast<double>(parts), grid_[j]))
      return false;
  grid_[parts] = end;
  return true;
}

Flight::Bracket Flight::first_bracket(size_t row) {
  // Closed within the tolerance, but not yet touched and approached: it will cross at once.
  const bool meets = gap(row, grid_[0]) > 0.0 && slope(row, grid_[0]) < -speed_tolerance_;
  bool open = meets || gap(row, grid_[0]) > gap_tolerance_;
  for (size_t j = 0; j + 1 < grid_.size() && search_.ok(); ++j) {
    const FlightPoint &a = grid_[j], &b = grid_[j + 1];
    double low = a.tau;
    if (!open) {
      open = gap(row, b) > gap_tolerance_;
      if (open) continue;
      const bool hump = slope(row, a) > 0.0 && slope(row, b) < 0.0;
      low = hump ? turning_point(row, a.tau, b.tau, false) : -1.0;  // opens and closes in between
      if (low < 0.0) {
        if (sinks(row, b)) sinking_ = leading(row, b);
        continue;
      }
      open = true;
    }
    if (gap(row, b) < 0.0) return {low, b.tau};
    if (slope(row, a) < 0.0 && slope(row, b) > 0.0) {
      const double inside = turning_point(row, a.tau, b.tau, true);
      if (inside > 0.0) return {low, inside};
    }
  }
  return {};
}

/// Negative, after a start that was closed.
bool Flight::sinks(size_t row, const FlightPoint& p) const {
  return gap(row, grid_[0]) >= -gap_tolerance_ && gap(row, p) < -gap_tolerance_;
}

/// A time near the extremum in (low, high) where a dip is negative, or a hump open; -1 if none.
double Flight::turning_point(size_t row, double low, double high, bool dip) {
  for (int k = 0; k < bisections; ++k) {
    const double mid = 0.5 * (low + high);
    if (!probe(mid, probe_)) return -1.0;
    if (dip ? gap(row, probe_) < 0.0 : gap(row, probe_) > gap_tolerance_) return mid;
    ((slope(row, probe_) < 0.0) == dip ? low : high) = mid;
  }
  return -1.0;
}

/// Bisection, helped by Newton's step where it stays inside.
bool Flight::narrow(size_t row, Bracket& b, double width) {
  for (int k = 0; k < narrowings && b.high - b.low > width; ++k) {
    const double mid = 0.5 * (b.low + b.high);
    if (mid <= b.low || mid >= b.high) return true;
    if (!probe(mid, probe_)) return false;
    (gap(row, probe_) > 0.0 ? b.low : b.high) = mid;
    const double newton = probe_.tau - gap(row, probe_) / slope(row, probe_);
    for (const double next : {newton - 0.4 * width, newton + 0.4 * width}) {
      if (!(next > b.low && next < b.high)) continue;
      if (!probe(next, probe_)) return false;
      (gap(row, probe_) > 0.0 ? b.low : b.high) = next;
    }
  }
  return true;
}

/// The exact crossing by the square system; from an ever narrower bracket until it stays inside.
Index Flight::refine(size_t row, Bracket b, FlightPoint& hit) {
  const double whole = grid_.back().tau;
  Variant& v = variant(*from_);
  HitCall& call = *v.hit;
  StepReport part;
  for (const double width : {good_start, 1e-9, last_start}) {
    if (!narrow(row, b, width * whole) || !probe(0.5 * (b.low + b.high), probe_)) return -1;
    const Index entry = leading(row, probe_);
    weights_.setZero(m_);
    weights_[entry] = 1.0;
    pose(*from_, call);
    call.set(call.weights, weights_);
    start(probe_, call);
    call.start(call.tau, probe_.tau);
    part = call.solve();
    if (!part.ok()) continue;
    const double tau = call[call.tau][0];
    const double slack = b.high - b.low + gap_noise_ / std::abs(probe_.slopes[entry]);
    if (!(tau >= b.low - slack && tau <= b.high + slack)) continue;
    hit.tau = tau;
    z_ = call.solution().z.head(v.unknowns);
    unpack(*from_, call, hit);
    if (!leaves(*from_, hit)) continue;
    search_.merge(part);
    if (tau < 0.0 || tau > whole) return probe(std::clamp(tau, 0.0, whole), hit) ? entry : -1;
    measure(*from_, hit);
    return entry;
  }
  if (part.ok()) part.message = "the crossing leaves its bracket";
  if (part.ok() || part.status == StepStatus::singular ||
      part.status == StepStatus::iteration_limit)
    part.status = StepStatus::grazing;
  search_.merge(part);
  return -1;
}

}  // namespace ricochet
