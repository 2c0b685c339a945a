#include "ricochet/steppers/collision_engine.hpp"

#include "ricochet/text.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int settling = 50;  // impacts that a law may still bring to rest

/// What a search for a root says that is not there.
bool has_no_root(StepStatus status) {
  return status == StepStatus::singular || status == StepStatus::iteration_limit ||
         status == StepStatus::no_admissible_root;
}

}  // namespace

CollisionEngine::CollisionEngine(const System& s, Options o, std::unique_ptr<ImpactLaw> law)
    : slow_impact_(o.slow_impact),
      max_events_(o.max_events),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      rows_(s.gap_rows()),
      flight_(s, o.discretization, o.backend, {.holding = s.m() > 0, .impacts = s.m() > 0}),
      cone_(s, o.backend),
      law_(std::move(law)),
      touching_(Mask::Zero(s.m())),
      struck_(touching_) {
  for (Index i = 0; i < s.m(); ++i) names_.push_back(s.gap_name(i));
  for (const Index row : s.tangent_rows())
    tangent_entries_.push_back(rows_[static_cast<size_t>(row)].first);
  launch_.held = Mask::Zero(s.m());
  launch_.pinned = Mask::Zero(static_cast<Index>(tangent_entries_.size()));
  launch_.drag = launch_.rub = nudge_ = launch_.pinned;
  if (law_ && law_->rubs() && !tangent_entries_.empty()) friction_.emplace(s, o.discretization);
}

CollisionEngine::CollisionEngine(const CollisionEngine& o)
    : slow_impact_(o.slow_impact_),
      max_events_(o.max_events_),
      gap_tolerance_(o.gap_tolerance_),
      speed_tolerance_(o.speed_tolerance_),
      impulse_tolerance_(o.impulse_tolerance_),
      names_(o.names_),
      rows_(o.rows_),
      tangent_entries_(o.tangent_entries_),
      flight_(o.flight_),
      cone_(o.cone_),
      law_(o.law_ ? o.law_->clone() : nullptr),
      friction_(o.friction_),
      launch_(o.launch_),
      nudge_(o.nudge_),
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
    land(point, to);
    launch_.q = point.q;
    elapsed += point.tau;
    launch_.t = from.state.t + elapsed;
    if (!to.report.ok()) return;
    if (!hit) {
      to.discrete_energy = energy.mean;
      if (!cut_) break;
      launch_.impact = false;
      begin_friction();
      continue;
    }
    const bool capped = events >= max_events_;
    if (capped && (!law_ || events > max_events_ + settling)) {
      to.report.status = StepStatus::too_many_events;
      to.report.message = "more than " + std::to_string(max_events_) + " impacts in one step";
    } else {
      strike(elapsed, h, energy.end, capped, to);
    }
  }
  if (!to.report.ok()) return;
  to.state = {.t = from.state.t + h, .q = launch_.q, .p = launch_.p};
  to.force.nu = end_.nu;
  to.force.lambda = end_.lambda;
  indices(launch_.held, to.contacts.held);
}

/// Contacts at the start: approached ones are struck at once, resting ones held.
void CollisionEngine::begin(const Step& from, double h, Step& to) {
  launch_.t = from.state.t;
  launch_.q = from.state.q;
  launch_.p = from.state.p;
  launch_.impact = false;
  launch_.held.setZero();
  launch_.pinned.setZero();
  launch_.drag.setZero();
  launch_.rub.setZero();
  launch_.nudge.setZero(launch_.q.size());
  unsettled_ = false;
  g_start_ = flight_.gaps(launch_.q);
  const Vector& g = g_start_;
  for (const auto& [first, last] : rows_) {
    Index best = first;
    for (Index i = first; i < last; ++i)
      if (g[i] > g[best]) best = i;
    if (g[best] >= -gap_tolerance_) continue;
    to.report.status = StepStatus::infeasible;
    to.report.message = "the step starts inside '" + names_[static_cast<size_t>(best)] +
                        "', g = " + brief(g[best]) + " m";
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
    if (to.report.ok()) strike(0.0, h, flight_.energies(launch_, end_).end, false, to);
  } else {
    hold_resting(cone_.normal_speeds());
    indices(launch_.held, to.contacts.smooth);
  }
}

/// Holds the touching contacts whose normal speed is zero.
void CollisionEngine::hold_resting(const Vector& speeds) {
  launch_.held.setZero();
  for (const auto& [first, last] : rows_)
    if (last - first == 1 && touching_[first] != 0.0 && std::abs(speeds[first]) <= speed_tolerance_)
      launch_.held[first] = 1.0;
  begin_friction();
  if (!law_ || !law_->pins()) return;
  for (size_t j = 0; j < tangent_entries_.size(); ++j)
    launch_.pinned[static_cast<Index>(j)] = launch_.held[tangent_entries_[j]];
}

/// A flight to the end of the step, or to the next impact; true if there is one.
bool CollisionEngine::travel(double rest, Step& to) {
  cut_ = false;
  for (Index tries = 0; tries <= 2 * launch_.held.size(); ++tries) {
    fly(rest, to);
    if (!to.report.ok()) return false;
    StepReport search{.status = StepStatus::converged};
    const bool hit = flight_.first_crossing(launch_, end_, hit_, search) >= 0;
    const Index sinking = flight_.sinking();
    std::string slow;  // why the impact that the flight begins with has no way out
    if (launch_.impact && sinking >= 0 && struck_[sinking] != 0.0)
      slow = "the flight behind it ends inside";
    if (launch_.impact && has_no_root(search.status)) slow = to_string(search.status);
    if (!slow.empty()) {
      slow_down(slow, to);
      if (!to.report.ok()) return false;
      continue;
    }
    to.report.merge(search);
    if (!to.report.ok()) return false;
    if (sinking < 0 && hit && !rubs_rightly(hit_)) {  // as far as this, by the modes found here
      rest = hit_.tau;
      cut_ = true;
      continue;
    }
    if (sinking < 0) return hit;
    if (approaches(sinking)) {
      to.report.merge(flight_.fly(launch_, 0.0, hit_));
      return true;
    }
    if (!may_hold(sinking)) break;
    launch_.held[sinking] = 1.0;
    begin_friction();
  }
  to.report.status = StepStatus::grazing;
  to.report.message = "'" + names_[static_cast<size_t>(flight_.sinking())] +
                      "' is left and met again at the same place";
  return false;
}

/// True if the momentum that the flight begins with drives a closed contact into its constraint.
bool CollisionEngine::approaches(Index contact) {
  if (launch_.impact) return cone_.speeds_after(end_.sigma * d_)[contact] < -speed_tolerance_;
  cone_.place(launch_.q, launch_.p);
  return cone_.normal_speeds()[contact] < -speed_tolerance_;
}

/// Pieces of unions are never held.
bool CollisionEngine::may_hold(Index contact) const {
  return std::find(rows_.begin(), rows_.end(), std::pair{contact, contact + 1}) != rows_.end() &&
         launch_.held[contact] == 0.0;
}

/// A flight to the end of the step that no held contact pulls back and that leaves what it struck.
void CollisionEngine::fly(double rest, Step& to) {
  for (bool again = true; again;) {
    const StepReport part = flight_.fly(launch_, rest, end_);
    to.report.statistics.add(part.statistics);
    again = false;
    if (launch_.impact) {
      const std::string why = part.ok() ? no_outgoing_root(end_) : to_string(part.status);
      if (!why.empty() && part.status != StepStatus::not_finite) {
        slow_down(why, to);
        again = to.report.ok();
        continue;
      }
    }
    if (!part.ok() && friction_ && friction_->any() && !friction_->exhausted()) {
      friction_->refute();
      assume_friction();
      again = !friction_->exhausted();
      if (again) continue;
    }
    if (!part.ok()) {
      to.report.merge(part);
      to.report.message = "flight of " + brief(rest) + " s: " + part.message;
      return;
    }
    if (launch_.impact && share_ != 1.0) {  // the elastic impulse is known now
      give_share(to);
      again = true;
      continue;
    }
    again = release_pulling() || !rubs_rightly(end_);
    if (!again) to.report.certificate.merge(part.certificate);
    if (friction_ && friction_->exhausted()) return contradict(to);
  }
}

/// Lets go of held contacts with a negative force; true if there was one.
bool CollisionEngine::release_pulling() {
  bool released = false;
  for (Index i = 0; i < launch_.held.size(); ++i)
    if (launch_.held[i] != 0.0 && end_.lambda[i] < -impulse_tolerance_) {
      launch_.held[i] = 0.0;
      released = true;
    }
  for (size_t j = 0; j < tangent_entries_.size(); ++j)
    if (launch_.held[tangent_entries_[j]] == 0.0) launch_.pinned[static_cast<Index>(j)] = 0.0;
  if (released) begin_friction();
  return released;
}

std::string CollisionEngine::names_of(const Mask& set) const {
  std::vector<std::string> names;
  for (Index i = 0; i < set.size(); ++i)
    if (set[i] != 0.0) names.push_back("'" + names_[static_cast<size_t>(i)] + "'");
  return join(names);
}

}  // namespace ricochet
