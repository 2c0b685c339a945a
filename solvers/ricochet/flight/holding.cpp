#include "ricochet/flight/holding.hpp"

#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <limits>

namespace ricochet {

Holding::Holding(const System& s, const Discretization& d, Manner manner)
    : contacts_(s.contacts()),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      pins_(manner.pins),
      resting_(Mask::Zero(s.m())),
      released_(resting_),
      theta_(s.parameter_values()),
      least_(Vector::Zero(s.m())),
      nudge_(Vector::Zero(contacts_.tangents())) {
  const Expr q = Expr::sym("q", s.n()), G = s.G(q);
  if (s.m() > 0)
    mobilities_ = Kernel("mobilities", {q, s.parameter_symbols()},
                         {densify(sum1(G * velocity_of(s, q, G)).T())});
  if (manner.rubs && contacts_.tangents() > 0) friction_.emplace(s, d);
}

void Holding::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  if (friction_) friction_->set_parameters(s);
}

void Holding::clear(Launch& launch) {
  resting_.setZero();
  released_.setZero();
  launch.impact = false;
  launch.pinned.setZero(contacts_.tangents());
  launch.drag.setZero(contacts_.tangents());
  launch.rub.setZero(contacts_.tangents());
  launch.nudge.setZero(launch.q.size());
  assume(launch);
}

void Holding::hold_resting(const Mask& touching, const Vector& speeds, Launch& launch) {
  resting_.setZero();
  for (Index i = 0; i < touching.size(); ++i)
    if (!contacts_.is_piece(i) && touching[i] != 0.0 && std::abs(speeds[i]) <= speed_tolerance_)
      resting_[i] = 1.0;
  hold_again(launch);
}

void Holding::hold_again(Launch& launch) {
  released_.setZero();
  assume(launch);
  pin(launch);
}

void Holding::go_on(Launch& launch) {
  launch.impact = false;
  resting_ = launch.held;
  released_.setZero();
  assume(launch);
}

void Holding::hold(Index contact, Launch& launch) {
  resting_[contact] = 1.0;
  released_[contact] = 0.0;
  assume(launch);
}

bool Holding::may_hold(Index contact, const Launch& launch) const {
  return !contacts_.is_piece(contact) && launch.held[contact] == 0.0;
}

/// The impulses below which a contact neither pushes nor pulls: its speed changes by less than the
/// tolerance.
void Holding::measure(const Vector& q) {
  mobilities_({q, theta_}, {least_});
  for (double& least : least_)
    least = least > 0.0 ? impulse_tolerance_ / least : std::numeric_limits<double>::infinity();
}

/// Holds the resting contacts that were not let go, those with friction in modes by the slip that
/// the next flight begins with.
void Holding::assume(Launch& launch) {
  launch.held = resting_ - released_;
  if (!friction_) return;
  if (launch.held.any()) measure(launch.q);
  for (Index i = 0; i < launch.held.size(); ++i)
    if (launch.held[i] != 0.0) friction_->neglect(i, least_[i]);
  p_start_ = launch.p;
  if (launch.impact) p_start_ += 2.0 * launch.direction;
  friction_->begin(launch.held, friction_->slip_at(launch.q, p_start_));
  assume_friction(launch);
}

void Holding::assume_friction(Launch& launch) {
  friction_->write(launch.held, launch.pinned, launch.drag, launch.rub, nudge_);
  friction_->push(launch.q, nudge_, launch.nudge);
}

/// Under a law that stops contact points, they stay where they are while they are held.
void Holding::pin(Launch& launch) const {
  if (!pins_) return;
  for (size_t j = 0; j < contacts_.tangent_entries().size(); ++j)
    launch.pinned[static_cast<Index>(j)] = launch.held[contacts_.tangent_entries()[j]];
}

bool Holding::release_pulling(const FlightPoint& end, Launch& launch) {
  bool released = false;
  if (end.lambda.size() > 0 && end.lambda.minCoeff() < 0.0) measure(launch.q);
  for (Index i = 0; i < launch.held.size(); ++i) {
    if (launch.held[i] == 0.0 || end.lambda[i] >= 0.0 || rubs(i)) continue;
    if (end.lambda[i] >= -least_[i]) continue;
    released_[i] = 1.0;
    released = true;
  }
  if (released) assume(launch);
  for (size_t j = 0; j < contacts_.tangent_entries().size(); ++j)
    if (launch.held[contacts_.tangent_entries()[j]] == 0.0)
      launch.pinned[static_cast<Index>(j)] = 0.0;
  return released;
}

Index Holding::sinks(const FlightPoint& end, const Launch& launch) const {
  for (Index i = 0; i < resting_.size(); ++i)
    if (resting_[i] != 0.0 && launch.held[i] == 0.0 && end.gaps[i] <= gap_tolerance_ &&
        end.slopes[i] < -speed_tolerance_)
      return i;
  return -1;
}

bool Holding::confirmed(const FlightPoint& point, Launch& launch) {
  if (!rubs()) return true;
  const Vector& slip = friction_->slip_of(launch.q, point.w, point.tau);
  if (friction_->confirm(point.lambda, point.rho, slip)) return true;
  assume_friction(launch);
  return false;
}

void Holding::refute(Launch& launch) {
  friction_->refute();
  assume_friction(launch);
}

void Holding::refute_opening(Index contact, const FlightPoint& end, Launch& launch) {
  friction_->sinks(contact, friction_->slip_of(launch.q, end.w, end.tau));
  assume_friction(launch);
}

StepReport Holding::land(Flight& flight, const FlightPoint& point, Launch& launch,
                         Multipliers& force) {
  if (!friction_) return flight.land(launch, point, launch.p, force);
  friction_->go_on();
  while (true) {
    friction_->write_end(launch.pinned, launch.drag);
    StepReport report = flight.land(launch, point, launch.p, force);
    if (!report.ok() || !friction_->any() ||
        friction_->confirm(force.mu, force.pi, friction_->slip_at(point.q, launch.p)))
      return report;
    if (friction_->exhausted()) return jam(launch);
  }
}

StepReport Holding::jam(const Launch& launch) const {
  return {.status = StepStatus::no_admissible_impulse,
          .message = "friction jams the contacts " + contacts_.names_where(resting_) + " at t = " +
                     brief(launch.t) + " s: no choice of sticking, sliding and opening that was " +
                     "tried fits, as in a Painleve configuration or where many contacts close"};
}

}  // namespace ricochet
