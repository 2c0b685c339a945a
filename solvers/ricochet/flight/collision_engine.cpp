#include "ricochet/flight/collision_engine.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

constexpr double chatter = 1e-3;       // of the step: a contact left and met again sooner rests
constexpr int most_shortened = 5;      // flights to one impact
constexpr int settling = 1000;         // events after which a step that settles is given up
constexpr double shortest = 1e-6;      // of a flight, to which it is cut where contacts change
constexpr double simultaneous = 1e-9;  // of the step: impacts nearer than that are one

}  // namespace

CollisionEngine::CollisionEngine(const System& s, Options o, std::unique_ptr<ImpactLaw> law)
    : n_(s.n() - (s.has_clock() ? 1 : 0)),
      max_events_(o.max_events),
      gap_tolerance_(s.tolerances().gap),
      contacts_(s.contacts()),
      flight_(s, o.discretization, o.backend, {.holding = s.m() > 0, .impacts = s.m() > 0}),
      search_(s),
      holding_(s, o.discretization, o.backend, manner_of(law.get())),
      impacts_(s, o.backend, o.slow_impact, std::move(law)),
      log_(n_) {
  launch_.q.setZero(s.n());
  launch_.p.setZero(s.n());
}

void CollisionEngine::set_parameters(const System& s) {
  flight_.set_parameters(s);
  holding_.set_parameters(s);
  impacts_.set_parameters(s);
}

void CollisionEngine::step(const Step& from, double h, Step& to) {
  to.report.status = StepStatus::converged;
  settles_ = false;
  begin(from, h, to);
  double elapsed = 0.0;
  for (int events = 0; to.report.ok(); ++events) {
    const Arrival arrival = travel(h - elapsed, to);  // [FMOW03] (46), (74), (78)
    if (!to.report.ok()) return;
    const FlightPoint& point = arrival == Arrival::impact ? hit_ : end_;
    const Flight::Energies energy = flight_.energies(launch_, point);
    impacts_.settle(point, energy.start, launch_, to);  // (75)-(76): the impulse is known now
    land(elapsed, arrival, to);                         // (47), (79): the momentum D2 L_d
    if (!to.report.ok()) return;
    elapsed += point.tau;
    launch_.t = from.state.t + elapsed;
    to.discrete_energy = energy.mean;
    if (arrival == Arrival::end) return finish(from, h, to);
    settles_ = impacts_.has_law() && events >= max_events_;
    if (events >= max_events_ + (settles_ ? settling + 1 : 0)) return refuse_more_events(to);
    if (arrival == Arrival::cut && !holding_.by_coulomb()) {
      holding_.go_on(launch_);
      continue;
    }
    launch_.bend = end_.rate.head(launch_.q.size());
    if (!launch_.bend.allFinite()) launch_.bend.setZero();  // the end lies behind the impact
    impacts_.meet(flight_.gaps(), launch_, simultaneous * h);
    if (impacts_.has_law() && !impacts_.approached())
      come_to_rest(to);
    else  // (48), (77): the next flight begins with an impulse
      impacts_.strike({elapsed / h, energy.end, settles_}, holding_, launch_, to);
  }
}

/// Contacts at the start: approached ones are struck at once, resting ones held.
void CollisionEngine::begin(const Step& from, double h, Step& to) {
  launch_.t = from.state.t;
  launch_.h = h;
  launch_.struck = false;
  launch_.q.head(n_) = from.state.q;
  launch_.p.head(n_) = from.state.p;
  launch_.q.tail(launch_.q.size() - n_).setConstant(from.state.t);  // a clock
  holding_.clear(launch_);
  const Vector& g = flight_.gaps().at(launch_.q);
  for (Index row = 0; row < contacts_.rows(); ++row) {
    const Index best = contacts_.leading(row, g);
    if (g[best] >= -gap_tolerance_) continue;
    to.report.status = StepStatus::infeasible;
    to.report.message = std::string("the step starts inside ") +
                        (contacts_.is_piece(best) ? "a union, also in its largest piece '" : "'") +
                        contacts_.name(best) + "', g = " + brief(g[best]) + " m";
    return;
  }
  const bool approached = impacts_.meet(flight_.gaps(), launch_, 0.0);
  if (!impacts_.touching().any()) return;
  if (approached) {
    to.report.merge(flight_.fly(launch_, 0.0, end_));
    if (!to.report.ok()) return;
    log_.begin(0.0, launch_, end_, to);
    log_.end(launch_, false, to);
    const Flight::Energies energy = flight_.energies(launch_, end_);
    launch_.bend.setZero(launch_.q.size());
    impacts_.meet(flight_.gaps(), launch_, simultaneous * h);
    impacts_.strike({0.0, energy.end, false}, holding_, launch_, to);
  } else {
    holding_.hold_resting(impacts_.touching(), impacts_.normal_speeds(), launch_);
    indices(launch_.held, to.contacts.smooth);
  }
}

/// A flight to the end of the step, or to the next impact. Where contacts change on the way so that
/// no assumption fits all of it, one that is half as long.
CollisionEngine::Arrival CollisionEngine::travel(double rest, Step& to) {
  const double least = shortest * rest;
  Attempt now{.tau = rest};
  while (to.report.ok()) {
    now.last = now.tau <= least;
    now.next = 0.5 * now.tau;
    const Passage passage = attempt(now, to);
    if (passage == Passage::hits) return Arrival::impact;
    if (passage == Passage::ends) return now.tau < rest ? Arrival::cut : Arrival::end;
    if (passage == Passage::again || !to.report.ok()) continue;
    if (now.last) to.report.merge(now.why);
    now = {.tau = now.next, .shortened = now.shortened};
    holding_.hold_again(launch_);
  }
  return Arrival::end;
}

/// A flight with what is assumed now.
CollisionEngine::Passage CollisionEngine::attempt(Attempt& now, Step& to) {
  now.why = {};
  if (!fly(now, to)) return Passage::misfit;
  StepReport search{.status = StepStatus::converged};
  const Crossing found = search_.first(flight_, launch_, end_, hit_, search);
  const Index sinking = found.sinking >= 0 ? found.sinking : holding_.sinks(end_, launch_);
  const bool inside = sinking >= 0 && impacts_.struck(sinking);
  if (launch_.impact && (inside || search.status == StepStatus::no_admissible_root)) {
    impacts_.slow_down(inside ? "the flight behind it ends inside" : search.message, holding_,
                       launch_, to);
    return Passage::again;
  }
  if (!search.ok() && holding_.decides()) {
    to.report.statistics.add(search.statistics);
    now.why = search;
    return Passage::misfit;
  }
  to.report.merge(search);
  if (sinking >= 0 && to.report.ok()) return catch_sinking(sinking, now, to);
  if (found.gap < 0) return Passage::ends;
  if (passes_through(now)) return Passage::misfit;
  if (chatters(found.gap)) return catch_chatter(found.gap, now, to);
  if (holding_.judge(hit_, launch_) == RestingContacts::Verdict::lawful) return Passage::hits;
  const bool at_once = closed(found.gap) && impacts_.approaches(found.gap, hit_, launch_);
  return at_once ? strike_at_once(now, to) : shorten(now);
}

/// Another contact is inside at the impact: it dips between the samples of the longer flight.
bool CollisionEngine::passes_through(Attempt& now) const {
  Index contact = 0;
  if (contacts_.smallest(hit_.gaps, &contact) >= -2.0 * gap_tolerance_) return false;
  now.next = hit_.tau;
  now.why = {.status = StepStatus::grazing,
             .message = "'" + contacts_.name(contact) + "' is inside where another is hit"};
  return true;
}

/// A contact that was closed when the flight began.
bool CollisionEngine::closed(Index contact) {
  return flight_.gaps().at(launch_.q)[contact] <= gap_tolerance_;
}

/// A flight of no length, to an impact on contacts that are closed.
CollisionEngine::Passage CollisionEngine::strike_at_once(Attempt& now, Step& to) {
  now.tau = 0.0;
  if (!fly(now, to)) return Passage::misfit;
  hit_ = end_;
  return Passage::hits;
}

/// Under Coulomb's law: a contact that was closed, is left and met again at once; in a step that
/// has had its share of events, at any time.
bool CollisionEngine::chatters(Index contact) {
  return (settles_ || hit_.tau <= chatter * launch_.h) && holding_.may_rest(contact, launch_) &&
         closed(contact) && !impacts_.approaches(contact, hit_, launch_);
}

/// It rests; in a step that has had its share of events the last impact is flagged. One that rests
/// already presses first and opens later: not for the whole flight.
CollisionEngine::Passage CollisionEngine::catch_chatter(Index contact, Attempt& now, Step& to) {
  if (holding_.rests(contact)) return reopens(contact, now);
  if (settles_ && !to.impacts.empty()) to.impacts.back().flagged = true;
  holding_.hold(contact, launch_);
  return Passage::again;
}

CollisionEngine::Passage CollisionEngine::reopens(Index contact, Attempt& now) const {
  now.why = {.status = StepStatus::no_admissible_impulse,
             .message = "'" + contacts_.name(contact) + "' rests, opens and is met again"};
  return Passage::misfit;
}

/// Contacts that rest behave otherwise in a flight that ends at the impact: it is the next to be
/// tried, unless it is much shorter. Then the impact may be none for one in between.
CollisionEngine::Passage CollisionEngine::shorten(Attempt& now) const {
  const bool more = ++now.shortened <= most_shortened;
  if (more && now.last) {
    now.tau = hit_.tau;
    return Passage::again;
  }
  if (more) now.next = std::max(hit_.tau, now.next);
  now.why = {.status = StepStatus::no_admissible_impulse,
             .message = "no flight of " + brief(hit_.tau) +
                        " s to an impact follows Coulomb's law at the contacts that rest"};
  return Passage::misfit;
}

/// A contact that was closed and free is inside at the end: it is struck, or held.
CollisionEngine::Passage CollisionEngine::catch_sinking(Index contact, Attempt& now, Step& to) {
  if (impacts_.approaches(contact, end_, launch_)) return strike_at_once(now, to);
  if (holding_.rests(contact)) return reopens(contact, now);
  const bool free = holding_.may_hold(contact, launch_);
  now.why = {
      .status = StepStatus::grazing,
      .message = "'" + contacts_.name(contact) + "' is left and met again at the same place"};
  if (!free) to.report.merge(now.why);
  if (!free || ++now.holds > 2 * launch_.held.size()) return Passage::misfit;
  holding_.hold(contact, launch_);
  return Passage::again;
}

/// A flight that no held contact pulls back, that leaves what it struck and whose friction is
/// right; false if there is none.
bool CollisionEngine::fly(Attempt& now, Step& to) {
  while (to.report.ok()) {
    now.why = holding_.foresee(now.tau, launch_);
    if (!now.why.ok()) return false;
    StepReport part = flight_.fly(launch_, now.tau, end_);
    to.report.statistics.add(part.statistics);
    if (launch_.impact && (part.ok() || part.status == StepStatus::no_admissible_root)) {
      const std::string slow = part.ok() ? impacts_.no_way_out(end_, launch_) : part.message;
      if (!slow.empty()) {
        impacts_.slow_down(slow, holding_, launch_, to);
        continue;
      }
    }
    if (!part.ok()) {
      part.message = titled("flight of " + brief(now.tau) + " s", part.message);
      if (!holding_.decides()) to.report.merge(part);
      now.why = part;
      return false;
    }
    if (impacts_.give_share(end_, holding_, launch_, to)) continue;
    if (holding_.release_pulling(end_, launch_)) continue;
    switch (holding_.judge(end_, launch_)) {
      case RestingContacts::Verdict::refuted: continue;
      case RestingContacts::Verdict::lost: now.why = holding_.why(); return false;
      case RestingContacts::Verdict::lawful:
        to.report.certificate.merge(part.certificate);
        return true;
    }
  }
  return false;
}

/// The end of a flight: the momentum there, and the record of all of it.
void CollisionEngine::land(double elapsed, Arrival arrival, Step& to) {
  const FlightPoint& point = arrival == Arrival::impact ? hit_ : end_;
  to.report.statistics.add(holding_.take_statistics());
  log_.begin(elapsed, launch_, point, to);
  to.report.merge(holding_.land(flight_, point, launch_, to.force));
  log_.end(launch_, arrival == Arrival::cut, to);
  launch_.q = point.q;
  launch_.struck = false;
}

/// A contact that is met without speed, beside others that are held, is held too.
void CollisionEngine::come_to_rest(Step& to) {
  to.flights.back().cut = true;
  launch_.impact = false;
  holding_.hold_resting(impacts_.touching(), impacts_.normal_speeds(), launch_);
}

void CollisionEngine::refuse_more_events(Step& to) const {
  to.report.status = StepStatus::too_many_events;
  to.report.message = "more than " + std::to_string(max_events_) +
                      (impacts_.has_law() ? " impacts and changes of friction" : " impacts") +
                      " in one step";
  if (!to.impacts.empty()) to.report.message += ", the last on " + impacts_.names();
}

void CollisionEngine::finish(const Step& from, double h, Step& to) const {
  to.state.t = from.state.t + h;
  to.state.q = launch_.q.head(n_);
  to.state.p = launch_.p.head(n_);
  to.force.nu = end_.nu;
  to.force.lambda = end_.lambda;
  to.force.kappa = end_.kappa;
  to.force.rho = end_.rho;
  indices(launch_.held, to.contacts.held);
}

}  // namespace ricochet
