#include "ricochet/flight/collision_engine.hpp"

#include "ricochet/text/text.hpp"

#include <utility>

namespace ricochet {
namespace {

constexpr double simultaneous = 1e-9;  // of the step: impacts nearer than that are one
constexpr double stopped = 1e-10;      // of length/time: a slip that has vanished

}  // namespace

CollisionEngine::CollisionEngine(const System& s, Options o, std::unique_ptr<ImpactLaw> law)
    : n_(s.n() - (s.has_clock() ? 1 : 0)),
      max_events_(o.max_events),
      gap_tolerance_(s.tolerances().gap),
      stop_tolerance_(stopped * s.length() / s.specification().time),
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
  stops_ = 0;
  begin(from, h, to);
  double elapsed = 0.0;
  for (int events = 0; to.report.ok(); ++events) {
    const Arrival arrival = travel(h - elapsed, to);  // [FMOW03] (46), (74), (78)
    if (!to.report.ok() || !move_on(h, elapsed, arrival, to)) break;
    launch_.t = from.state.t + elapsed;
    if (arrival == Arrival::end) return finish(from, h, to);
    const int had = events - stops_;
    settles_ = impacts_.has_law() && had >= max_events_;
    if (had >= max_events_ && !settles_) return refuse_more_events(to);
    if (had >= 2 * max_events_) break;
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
      impacts_.strike({elapsed / h, energy_.end, settles_}, holding_, launch_, to);
  }
  if (may_come_to_an_end(to.report)) come_to_an_end(from, h, elapsed, to);
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

/// To the end of the flight; false if it has no landing. Then the step is where it was before.
bool CollisionEngine::move_on(double h, double& elapsed, Arrival arrival, Step& to) {
  const FlightPoint& point = arrival == Arrival::impact ? hit_ : end_;
  const bool begins_with_impact = impacts_.waits();
  energy_ = flight_.energies(launch_, point);
  impacts_.settle(point, energy_.start, launch_, to);  // (75)-(76): the impulse is known now
  start_p_ = launch_.p;
  land(elapsed, arrival, to);  // (47), (79): the momentum D2 L_d
  if (!to.report.ok()) {
    launch_.p = start_p_;
    impacts_.wait(begins_with_impact);
    to.flights.pop_back();
    return false;
  }
  elapsed = arrival == Arrival::end ? h : elapsed + point.tau;
  launch_.q = point.q;
  launch_.struck = false;
  to.discrete_energy = energy_.mean;
  return true;
}

/// The end of a flight: the momentum there, and the record of all of it.
void CollisionEngine::land(double elapsed, Arrival arrival, Step& to) {
  const FlightPoint& point = arrival == Arrival::impact ? hit_ : end_;
  to.report.statistics.add(holding_.take_statistics());
  log_.begin(elapsed, launch_, point, to);
  const StepReport landed = holding_.land(flight_, point, launch_, to.force);
  to.report.statistics.add(landed.statistics);
  if (landed.ok()) to.report.certificate.merge(landed.certificate);
  to.report.status = landed.status;
  to.report.message = landed.message;
  log_.end(launch_, arrival == Arrival::cut, to);
}

/// A contact that is met without speed, beside others that are held, is held too; not one that is
/// about to touch.
void CollisionEngine::come_to_rest(Step& to) {
  to.flights.back().cut = true;
  launch_.impact = false;
  flight_.gaps().reached(launch_.q, closed_);
  closed_.array() *= impacts_.touching().array();
  holding_.hold_resting(closed_, impacts_.normal_speeds(), launch_);
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
