#include "ricochet/flight/crossing_search.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int bisections = 60;        // to tell whether a dip crosses at all
constexpr int narrowings = 200;       // to isolate a crossing
constexpr double good_start = 1e-4;   // of the flight: near enough for Newton's method
constexpr double last_start = 1e-15;  // of the flight: as near as bisection comes
constexpr double just_begun = 1e-6;   // of the flight: slopes at a start that has none of its own

}  // namespace

CrossingSearch::CrossingSearch(const System& s)
    : contacts_(s.contacts()),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      gap_noise_(1e-3 * gap_tolerance_),
      grid_(9) {}

Crossing CrossingSearch::first(Flight& flight, const Launch& from, const FlightPoint& end,
                               FlightPoint& hit, StepReport& report) {
  Family family{flight, from};
  begin(family, end);
  Crossing found;
  size_t earliest_row = 0;
  Bracket earliest;
  bool sampled = false;
  const std::vector<ContactTable::Extent>& rows = contacts_.row_entries();
  for (size_t row = 0; row < rows.size() && family.report.ok(); ++row) {
    const bool held = from.holding() && from.held[rows[row].first] != 0.0;
    if (held || !may_cross(row, end)) continue;
    if (!sampled && !fill_grid(family, end)) break;
    sampled = true;
    Bracket b = first_bracket(family, row, found.sinking);
    if (!b.found() || (earliest.found() && b.low > earliest.high)) continue;
    if (!narrow(family, row, b, good_start * end.tau)) break;
    if (earliest.found() && b.high > earliest.low) {  // too near to tell which comes first
      narrow(family, row, b, last_start * end.tau);
      narrow(family, earliest_row, earliest, last_start * end.tau);
    }
    if (earliest.found() && b.high > earliest.high) continue;
    earliest_row = row;
    earliest = b;
  }
  if (earliest.found() && family.report.ok())
    found.gap = refine(family, earliest_row, earliest, hit);
  report.merge(family.report);
  if (!report.ok()) found.gap = -1;
  return found;
}

void CrossingSearch::begin(Family& family, const FlightPoint& end) {
  FlightPoint& start = grid_[0];
  if (family.from.impact || family.from.holding()) {
    if (!family.probe(just_begun * end.tau, start)) return;
    start.tau = 0.0;
    start.gaps = family.flight.gaps().at(family.from.q);
  } else {
    family.flight.rest(family.from, start);
  }
}

double CrossingSearch::slope(size_t row, const FlightPoint& p) const {
  return p.slopes[leading(row, p)];
}

/// Gaps farther than the way that is travelled cannot close.
bool CrossingSearch::may_cross(size_t row, const FlightPoint& end) const {
  const FlightPoint& start = grid_[0];
  const double speed =
      std::max(start.top_speeds[leading(row, start)], end.top_speeds[leading(row, end)]);
  return !(std::min(gap(row, start), gap(row, end)) > end.tau * speed);
}

bool CrossingSearch::Family::probe(double tau, FlightPoint& point) {
  report.merge(flight.fly(from, tau, point));
  return report.ok();
}

bool CrossingSearch::fill_grid(Family& family, const FlightPoint& end) {
  const size_t parts = grid_.size() - 1;
  for (size_t j = 1; j < parts; ++j)
    if (!family.probe(end.tau * static_cast<double>(j) / static_cast<double>(parts), grid_[j]))
      return false;
  grid_[parts] = end;
  return true;
}

CrossingSearch::Bracket CrossingSearch::first_bracket(Family& family, size_t row, Index& sinking) {
  // Closed within the tolerance, but not yet touched and approached: it will cross at once.
  const bool meets = gap(row, grid_[0]) > 0.0 && slope(row, grid_[0]) < -speed_tolerance_;
  bool open = meets || gap(row, grid_[0]) > gap_tolerance_;
  for (size_t j = 0; j + 1 < grid_.size() && family.report.ok(); ++j) {
    const FlightPoint &a = grid_[j], &b = grid_[j + 1];
    double low = a.tau;
    if (!open) {
      open = gap(row, b) > gap_tolerance_;
      if (open) continue;
      const bool hump = slope(row, a) > 0.0 && slope(row, b) < 0.0;
      low = hump ? turning_point(family, row, a.tau, b.tau, false)
                 : -1.0;  // opens and closes in between
      if (low < 0.0) {
        if (sinks(row, b)) sinking = leading(row, b);
        continue;
      }
      open = true;
    }
    if (gap(row, b) < 0.0) return {low, b.tau};
    if (slope(row, a) < 0.0 && slope(row, b) > 0.0) {
      const double inside = turning_point(family, row, a.tau, b.tau, true);
      if (inside > 0.0) return {low, inside};
    }
  }
  return {};
}

/// Negative, after a start that was closed.
bool CrossingSearch::sinks(size_t row, const FlightPoint& p) const {
  return gap(row, grid_[0]) >= -gap_tolerance_ && gap(row, p) < -gap_tolerance_;
}

/// A time near the extremum in (low, high) where a dip is negative, or a hump open; -1 if none.
double CrossingSearch::turning_point(Family& family, size_t row, double low, double high,
                                     bool dip) {
  for (int k = 0; k < bisections; ++k) {
    const double mid = 0.5 * (low + high);
    if (!family.probe(mid, probe_)) return -1.0;
    if (dip ? gap(row, probe_) < 0.0 : gap(row, probe_) > gap_tolerance_) return mid;
    ((slope(row, probe_) < 0.0) == dip ? low : high) = mid;
  }
  return -1.0;
}

/// Bisection, helped by Newton's step where it stays inside.
bool CrossingSearch::narrow(Family& family, size_t row, Bracket& b, double width) {
  for (int k = 0; k < narrowings && b.high - b.low > width; ++k) {
    const double mid = 0.5 * (b.low + b.high);
    if (mid <= b.low || mid >= b.high) return true;
    if (!family.probe(mid, probe_)) return false;
    (gap(row, probe_) > 0.0 ? b.low : b.high) = mid;
    const double newton = probe_.tau - gap(row, probe_) / slope(row, probe_);
    for (const double next : {newton - 0.4 * width, newton + 0.4 * width}) {
      if (!(next > b.low && next < b.high)) continue;
      if (!family.probe(next, probe_)) return false;
      (gap(row, probe_) > 0.0 ? b.low : b.high) = next;
    }
  }
  return true;
}

/// The exact crossing by the square system; from an ever narrower bracket until it stays inside.
Index CrossingSearch::refine(Family& family, size_t row, Bracket b, FlightPoint& hit) {
  const double whole = grid_.back().tau;
  StepReport part;
  for (const double width : {good_start, 1e-9, last_start}) {
    if (!narrow(family, row, b, width * whole) || !family.probe(0.5 * (b.low + b.high), probe_))
      return -1;
    const Index entry = leading(row, probe_);
    part = family.flight.hit(family.from, entry, probe_, hit);
    if (!part.ok()) continue;
    const double slack = b.high - b.low + gap_noise_ / std::abs(probe_.slopes[entry]);
    if (!(hit.tau >= b.low - slack && hit.tau <= b.high + slack)) continue;
    if (!Flight::leaves(family.from, hit)) continue;
    family.report.merge(part);
    const double inside = std::clamp(hit.tau, 0.0, whole);
    return inside == hit.tau || family.probe(inside, hit) ? entry : -1;
  }
  if (part.ok()) part.message = "the crossing leaves its bracket";
  if (part.ok() || part.status == StepStatus::singular ||
      part.status == StepStatus::iteration_limit)
    part.status = StepStatus::grazing;
  family.report.merge(part);
  return -1;
}

}  // namespace ricochet
