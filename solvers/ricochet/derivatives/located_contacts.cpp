#include "ricochet/derivatives/independent_contacts.hpp"
#include "ricochet/derivatives/located_equations.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

/// What the contacts of a flight do, as its record tells: they are held, stick or slide.
namespace ricochet {
namespace {

constexpr double cone_slack = 1e-9;  // relative: friction below the edge of its cone sticks
constexpr double stopping = 1e-6;    // relative: friction at the edge of its cone stops a slip

using Contacts = StepSequence::Contacts;

}  // namespace

/// What contacts do that are held.
Contacts LocatedEquations::during(const FlightRecord& flight) {
  Contacts set{.closed = flight.held, .stuck = flight.pinned};
  if (rubs())
    for (const Index i : flight.held) {
      const auto [first, last] = contacts_.tangents_of(i);
      if (first == last || friction(i) == 0.0 || contains(flight.pinned, first)) continue;
      const double force = flight.force.rho[first];
      if (last - first > 1)
        set.rubbing.push_back({.entry = i, .side = 0});
      else if (force != 0.0)
        set.rubbing.push_back({.entry = i, .side = force > 0.0 ? 1 : -1});
    }
  keep_independent(operator_, flight.q, set);
  return set;
}

/// Whether a contact sticks or slides, by its forces.
void LocatedEquations::rub(Index entry, double press, const Vector& forces, Contacts& set) const {
  const auto [first, last] = contacts_.tangents_of(entry);
  const double most = friction(entry) * press;
  if (!rubs() || first == last || most == 0.0) return;
  const auto mine = forces.segment(first, last - first);
  if (mine.norm() < most * (1.0 - cone_slack)) {
    for (Index j = first; j < last; ++j) set.stuck.push_back(j);
    return;
  }
  const bool planar = last - first == 1;
  set.rubbing.push_back({.entry = entry, .side = planar ? (mine[0] > 0.0 ? 1 : -1) : 0});
}

/// What contacts do where a flight ends.
std::string LocatedEquations::landing(const FlightRecord& flight, Contacts& set) {
  const Vector end = flight.q + flight.tau * flight.w;
  if (!method_.may_leave) {
    set = {.closed = flight.held, .stuck = flight.pinned};
  } else {
    bool measured = false;
    for (Index i = 0; i < flight.force.mu.size(); ++i) {
      const bool pushes = flight.force.mu[i] > 0.0, held = contains(flight.held, i);
      if (!pushes && held && !std::exchange(measured, true)) measure(end, flight.p_end);
      if (!pushes && !(held && speeds_[i] <= speed_tolerance_)) continue;
      set.closed.push_back(i);
      rub(i, flight.force.mu[i], flight.force.pi, set);
    }
    if (std::string why = rub_along(flight, set); !why.empty()) return why;
  }
  keep_independent(operator_, end, set);
  return {};
}

/// A contact in space that slid rubs along its flight, to and fro; it may not stop there.
std::string LocatedEquations::rub_along(const FlightRecord& flight, Contacts& set) {
  for (const Index i : set.closed) {
    const auto [first, last] = contacts_.tangents_of(i);
    if (!rubs() || last - first < 2 || friction(i) == 0.0) continue;
    operator_.place(flight.q);
    operator_.choose(set.closed, true);
    const Vector slips = operator_.tangents().transpose() * flight.w;
    const auto slip = slips.segment(first, last - first);
    const bool slid = slip.norm() > slow_slip_, stuck = contains(set.stuck, first);
    if (slid == stuck)
      return "'" + contacts_.name(i) + (slid ? "' stops" : "' begins to slide") +
             " in space where a flight ends, " + brief(flight.begin + flight.tau) +
             " s after the step begins; " + go_around;
    const double along = slip.dot(flight.force.pi.segment(first, last - first));
    for (StepSequence::Rubbing& r : set.rubbing)
      if (r.entry == i) r.side = along > 0.0 ? 1 : -1;
  }
  return {};
}

/// A planar contact that slides along the flight and needs full friction to stop where it ends.
bool LocatedEquations::find_stop(const FlightRecord& flight, StepSequence::Flight& decided) const {
  Contacts& end = decided.landing;
  for (const StepSequence::Rubbing& rubs : decided.during.rubbing) {
    const Index tangent = contacts_.tangents_of(rubs.entry).first;
    const double most = friction(rubs.entry) * flight.force.mu[rubs.entry];
    if (rubs.side == 0 || !(most > 0.0)) continue;
    if (std::abs(rubs.side * flight.force.pi[tangent] - most) > stopping * most) continue;
    if (decided.stops < 0) decided.stops = rubs.entry;
    std::erase(end.stuck, tangent);
    std::erase_if(end.rubbing, [&](const auto& r) { return r.entry == rubs.entry; });
    end.rubbing.push_back(rubs);
  }
  return decided.stops >= 0;
}

}  // namespace ricochet
