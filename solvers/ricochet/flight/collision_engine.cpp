#include "ricochet/flight/collision_engine.hpp"

#include "ricochet/text.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int settling = 50;       // impacts that a law may still bring to rest
constexpr double shortest = 1e-6;  // of a flight, to which it is cut where its contacts change

}  // namespace

CollisionEngine::CollisionEngine(const System& s, Options o, std::unique_ptr<ImpactLaw> law)
    : slow_impact_(o.slow_impact),
      max_events_(o.max_events),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      contacts_(s.contacts()),
      flight_(s, o.discretization, o.backend, {.holding = s.m() > 0, .impacts = s.m() > 0}),
      cone_(s, o.backend),
      law_(std::move(law)),
      touching_(Mask::Zero(s.m())),
      struck_(touching_) {
  launch_.held = resting_ = released_ = Mask::Zero(s.m());
  launch_.pinned = Mask::Zero(contacts_.tangents());
  launch_.drag = launch_.rub = nudge_ = launch_.pinned;
  if (law_ && law_->rubs() && contacts_.tangents() > 0) friction_.emplace(s, o.discretization);
}

CollisionEngine::CollisionEngine(const CollisionEngine& o)
    : slow_impact_(o.slow_impact_),
      max_events_(o.max_events_),
      gap_tolerance_(o.gap_tolerance_),
      speed_tolerance_(o.speed_tolerance_),
      impulse_tolerance_(o.impulse_tolerance_),
      contacts_(o.contacts_),
      flight_(o.flight_),
      cone_(o.cone_),
      law_(o.law_ ? o.law_->clone() : nullptr),
      friction_(o.friction_),
      launch_(o.launch_),
      nudge_(o.nudge_),
      resting_(o.resting_),
      released_(o.released_),
      touching_(o.touching_),
      struck_(o.struck_) {}

void CollisionEngine::set_parameters(const System& s) {
  flight_.set_parameters(s);
  cone_.set_parameters(s);
  if (law_) law_->set_parameters(s);
  if (friction_) friction_->set_parameters(s);
}

void CollisionEngine::step(const Step& from, double h, Step& to) {
  to.report.status = StepStatus::converged;
  begin(from, h, to);
  double elapsed = 0.0;
  for (int events = 0; to.report.ok(); ++events) {
    const bool hit = travel(h - elapsed, to);
    if (!to.report.ok()) return;
    const FlightPoint& point = hit ? hit_ : end_;
    settle(point, to);
    const Flight::Energies energy = flight_.energies(launch_, point);
    begin_record(elapsed, point, to);
    land(point, to);
    end_record(cut_ && !hit, to);
    launch_.q = point.q;
    elapsed += point.tau;
    launch_.t = from.state.t + elapsed;
    if (!to.report.ok()) return;
    if (!hit) to.discrete_energy = energy.mean;
    if (!hit && !cut_) break;
    const bool over = law_ ? events > max_events_ + settling : events >= max_events_;
    if (over) {
      to.report.status = StepStatus::too_many_events;
      to.report.message = "more than " + std::to_string(max_events_) +
                          (law_ ? " impacts and changes of friction" : " impacts") + " in one step";
      if (!to.impacts.empty())
        to.report.message += ", the last on " + contacts_.names_where(struck_);
    } else if (hit) {
      strike(elapsed, h, energy.end, events >= max_events_, to);
    } else {
      launch_.impact = false;
      resting_ = launch_.held;
      released_.setZero();
      hold();
    }
  }
  if (!to.report.ok()) return;
  to.state = {.t = from.state.t + h, .q = launch_.q, .p = launch_.p};
  to.force.nu = end_.nu;
  to.force.lambda = end_.lambda;
  to.force.kappa = end_.kappa;
  to.force.rho = end_.rho;
  indices(launch_.held, to.contacts.held);
}

/// Contacts at the start: approached ones are struck at once, resting ones held.
void CollisionEngine::begin(const Step& from, double h, Step& to) {
  launch_.t = from.state.t;
  launch_.q = from.state.q;
  launch_.p = from.state.p;
  launch_.impact = false;
  launch_.pinned.setZero();
  launch_.nudge.setZero(launch_.q.size());
  resting_.setZero();
  released_.setZero();
  hold();
  unsettled_ = begins_with_impact_ = false;
  g_start_ = flight_.gaps(launch_.q);
  const Vector& g = g_start_;
  for (Index row = 0; row < contacts_.rows(); ++row) {
    const Index best = contacts_.leading(row, g);
    if (g[best] >= -gap_tolerance_) continue;
    to.report.status = StepStatus::infeasible;
    to.report.message = std::string("the step starts inside ") +
                        (contacts_.is_piece(best) ? "a union, also in its largest piece '" : "'") +
                        contacts_.name(best) + "', g = " + brief(g[best]) + " m";
    return;
  }
  cone_.place(launch_.q, launch_.p);
  flight_.touching(launch_.q, cone_.velocity(), 0.0, touching_);
  if (!touching_.any()) return;
  bool approached = false;
  for (Index i = 0; i < touching_.size(); ++i)
    approached = approached || (touching_[i] != 0.0 && g_start_[i] <= 0.0 &&
                                cone_.normal_speeds()[i] < -speed_tolerance_);
  if (approached) {
    to.report.merge(flight_.fly(launch_, 0.0, end_));
    if (!to.report.ok()) return;
    begin_record(0.0, end_, to);
    end_record(false, to);
    strike(0.0, h, flight_.energies(launch_, end_).end, false, to);
  } else {
    hold_resting(cone_.normal_speeds());
    indices(launch_.held, to.contacts.smooth);
  }
}

/// The record of a flight, before its landing changes what is assumed.
void CollisionEngine::begin_record(double elapsed, const FlightPoint& point, Step& to) {
  FlightRecord& flight = flights_.add(to.flights);
  flight.begin = elapsed;
  flight.tau = point.tau;
  flight.impact = begins_with_impact_ ? static_cast<Index>(to.impacts.size()) - 1 : -1;
  begins_with_impact_ = false;
  flight.q = launch_.q;
  flight.p = launch_.p;
  if (launch_.impact) flight.p += point.sigma * d_;
  flight.w = point.w;
  flight.force.lambda = point.lambda;
  flight.force.nu = point.nu;
  flight.force.kappa = point.kappa;
  flight.force.rho = point.rho;
  indices(launch_.held, flight.held);
  indices(launch_.pinned, flight.pinned);
}

void CollisionEngine::end_record(bool cut, Step& to) {
  FlightRecord& flight = to.flights.back();
  flight.p_end = launch_.p;
  flight.force.mu = to.force.mu;
  flight.force.xi = to.force.xi;
  flight.force.pi = to.force.pi;
  indices(launch_.pinned, flight.pinned_end);
  flight.cut = cut;
}

/// A flight to the end of the step, or to the next impact; true if there is one. Where contacts
/// change on the way so that no assumption fits all of it, one that is half as long.
bool CollisionEngine::travel(double rest, Step& to) {
  const double least = shortest * rest;
  Passage passage = Passage::again;
  cut_ = false;
  holds_ = 0;
  while (to.report.ok() && (passage == Passage::again || passage == Passage::misfit)) {
    StepReport why;
    passage = attempt(rest, rest <= least, why, to);
    if (passage != Passage::misfit || !to.report.ok()) continue;
    if (rest <= least) to.report.merge(why);
    rest *= 0.5;
    cut_ = true;
    holds_ = 0;
    released_.setZero();
    hold();
    pin();
  }
  return passage == Passage::hits;
}

/// A flight with what is assumed now.
CollisionEngine::Passage CollisionEngine::attempt(double rest, bool last, StepReport& why,
                                                  Step& to) {
  if (!fly(rest, why, to)) return Passage::misfit;
  StepReport search{.status = StepStatus::converged};
  const bool hit = flight_.first_crossing(launch_, end_, hit_, search) >= 0;
  const Index sinking = sinks();
  const bool inside = sinking >= 0 && struck_[sinking] != 0.0;
  if (launch_.impact && (inside || search.status == StepStatus::no_admissible_root)) {
    slow_down(inside ? "the flight behind it ends inside" : search.message, to);
    return Passage::again;
  }
  if (!search.ok() && friction_ && friction_->any()) {
    to.report.statistics.add(search.statistics);
    why = search;
    friction_->refute();
    assume_friction();
    return friction_->exhausted() ? Passage::misfit : Passage::again;
  }
  to.report.merge(search);
  if (sinking < 0 && hit && !last && !rubs_rightly(hit_)) return Passage::misfit;
  if (sinking < 0 || !to.report.ok()) return hit ? Passage::hits : Passage::ends;
  if (friction_ && friction_->governs(sinking)) {
    friction_->sinks(sinking, friction_->slip_of(launch_.q, end_.w, end_.tau));
    assume_friction();
    if (!friction_->exhausted()) return Passage::again;
    why = jam();
    return Passage::misfit;
  }
  if (approaches(sinking)) {
    to.report.merge(flight_.fly(launch_, 0.0, hit_));
    return Passage::hits;
  }
  const bool piece = !may_hold(sinking);
  why = {.status = StepStatus::grazing,
         .message = "'" + contacts_.name(sinking) + "' is left and met again at the same place"};
  if (piece) to.report.merge(why);
  if (piece || ++holds_ > 2 * launch_.held.size()) return Passage::misfit;
  resting_[sinking] = 1.0;
  released_[sinking] = 0.0;
  hold();
  return Passage::again;
}

/// True if the momentum that the flight begins with drives a closed contact into its constraint.
bool CollisionEngine::approaches(Index contact) {
  if (launch_.impact) return cone_.speeds_after(end_.sigma * d_)[contact] < -speed_tolerance_;
  cone_.place(launch_.q, launch_.p);
  return cone_.normal_speeds()[contact] < -speed_tolerance_;
}

/// A flight that no held contact pulls back, that leaves what it struck and whose friction is
/// right; false if there is none, why for friction, else in the report.
bool CollisionEngine::fly(double rest, StepReport& why, Step& to) {
  while (to.report.ok()) {
    StepReport part = flight_.fly(launch_, rest, end_);
    to.report.statistics.add(part.statistics);
    if (launch_.impact && (part.ok() || part.status == StepStatus::no_admissible_root)) {
      const std::string slow = part.ok() ? no_outgoing_root(end_) : part.message;
      if (!slow.empty()) {
        slow_down(slow, to);
        continue;
      }
    }
    if (part.ok() && launch_.impact && share_ != 1.0) {  // the elastic impulse is known now
      give_share(to);
      continue;
    }
    if (part.ok()) {
      if (release_pulling()) continue;
      if (rubs_rightly(end_)) {
        to.report.certificate.merge(part.certificate);
        return true;
      }
    } else {
      part.message = titled("flight of " + brief(rest) + " s", part.message);
      if (!friction_ || !friction_->any()) {
        to.report.merge(part);
        return false;
      }
      friction_->refute();
      assume_friction();
    }
    if (!friction_->exhausted()) continue;
    why = part.ok() ? jam() : part;
    return false;
  }
  return false;
}

}  // namespace ricochet
