#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>

/// The flights of a step: each is tried with what is assumed of its contacts, until one fits.
namespace ricochet {
namespace {

constexpr double chatter = 1e-3;   // of the step: a contact left and met again sooner rests
constexpr int most_shortened = 5;  // flights to one impact
constexpr int most_led = 8;        // of them that follow Coulomb's law
constexpr int most_stops = 16;     // of sliding contacts, located in one step
constexpr double reached = 1e-3;   // of the tolerance of gaps: there is the impact
constexpr double shortest = 1e-6;  // of a flight, to which it is cut where contacts change

}  // namespace

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
    if (passage == Passage::ends && now.stop.found()) ++stops_;
    if (passage == Passage::ends) return now.tau < rest ? Arrival::cut : Arrival::end;
    if (passage == Passage::again || !to.report.ok()) continue;
    if (now.stop.under_way()) {  // the first flight fits
      now.tau = now.stop.give_up();
      holding_.hold_again(launch_);
      continue;
    }
    if (now.last) lose(now.why, to);
    now = {.tau = now.next, .shortened = now.shortened};
    holding_.hold_again(launch_);
  }
  return Arrival::end;
}

/// What was tried is not part of the step: its certificate does not count.
void CollisionEngine::lose(const StepReport& why, Step& to) {
  to.report.status = why.status;
  to.report.message = why.message;
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
  if (!search.ok() && cuts()) {
    to.report.statistics.add(search.statistics);
    now.why = search;
    return Passage::misfit;
  }
  to.report.merge(search);
  if (sinking >= 0 && to.report.ok()) return catch_sinking(sinking, now, to);
  if (found.gap < 0) return stops_on_the_way(end_, false, now) ? Passage::again : Passage::ends;
  if (passes_through(hit_, now)) return Passage::misfit;
  if (chatters(found.gap)) return catch_chatter(found.gap, now, to);
  if (holding_.pulls(hit_, launch_)) return shorten(now);
  if (holding_.judge(hit_, launch_) == RestingContacts::Verdict::lawful)
    return stops_on_the_way(hit_, true, now) ? Passage::again : Passage::hits;
  const bool at_once = closed(found.gap) && impacts_.approaches(found.gap, hit_, launch_);
  if (at_once) return strike_at_once(now, to);
  return now.last && lead_to(found.gap, now, to) ? Passage::hits : shorten(now);
}

/// Another contact is inside at the impact: it dips between the samples of the longer flight.
bool CollisionEngine::passes_through(const FlightPoint& impact, Attempt& now) const {
  Index contact = 0;
  if (contacts_.smallest(impact.gaps, &contact) >= -2.0 * gap_tolerance_) return false;
  now.next = impact.tau;
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

/// Where impulses are not unique, as between walls that may press at will, the equations of a
/// flight to an impact find others than Coulomb's law. Then flights under the law lead there, their
/// length by Newton's method; false if they do not. It is the last resort: where contacts change on
/// the way, a shorter flight is right, and its impact another one.
bool CollisionEngine::lead_to(Index contact, const Attempt& now, Step& to) {
  if (launch_.impact) return false;
  Attempt trial{.tau = hit_.tau};
  for (int k = 0; k < most_led && trial.tau > 0.0 && trial.tau <= now.tau; ++k) {
    if (!fly(trial, to) || end_.slopes[contact] >= 0.0) return false;
    const double gap = end_.gaps[contact];
    if (std::abs(gap) <= reached * gap_tolerance_) {
      if (passes_through(end_, trial)) return false;
      hit_ = end_;
      return true;
    }
    trial.tau -= gap / end_.slopes[contact];
  }
  return false;
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
                        " s to an impact follows the law of the contacts that rest"};
  return Passage::misfit;
}

/// True if a contact that slides comes to rest before the point: the flight to be tried next ends
/// there, or nearer to it. An impact that comes first is met.
bool CollisionEngine::stops_on_the_way(const FlightPoint& point, bool impact, Attempt& now) {
  if (stops_ >= most_stops) return false;
  const bool searches = now.stop.under_way();
  const std::optional<SlipLeft> slip = holding_.slip_left(flight_, point, launch_, searches);
  if (!slip || (impact && slip->end > 0.0)) return false;
  const std::optional<double> tau = now.stop.next(point.tau, *slip, stop_tolerance_);
  if (!tau) return false;
  now.tau = *tau;
  return true;
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
      if (!cuts()) to.report.merge(part);
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

}  // namespace ricochet
