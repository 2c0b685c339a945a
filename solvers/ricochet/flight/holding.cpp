#include "ricochet/flight/holding.hpp"

#include "ricochet/flight/flight_quantities.hpp"

#include <cmath>
#include <limits>

namespace ricochet {

Holding::Manner manner_of(const ImpactLaw* law) {
  if (law == nullptr) return Holding::Manner::slides;
  if (law->pins()) return Holding::Manner::pins;
  return law->rubs() ? Holding::Manner::coulomb : Holding::Manner::opens;
}

Holding::Holding(const System& s, const Discretization& d, const Backend& backend, Manner manner)
    : contacts_(s.contacts()),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      pins_(manner == Manner::pins),
      resting_(Mask::Zero(s.m())),
      released_(resting_),
      theta_(s.parameter_values()),
      least_(Vector::Zero(s.m())) {
  const Expr q = Expr::sym("q", s.n()), G = s.G(q);
  if (s.m() > 0)
    mobilities_ = Kernel("mobilities", {q, s.parameter_symbols()},
                         {densify(sum1(G * velocity_of(s, q, G)).T())});
  if (manner != Manner::slides) contacts_at_rest_.emplace(s, d, backend, manner == Manner::coulomb);
}

void Holding::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  if (contacts_at_rest_) contacts_at_rest_->set_parameters(s);
}

void Holding::clear(Launch& launch) {
  finishes_ = false;
  resting_.setZero();
  released_.setZero();
  launch.impact = false;
  launch.keeps = false;
  launch.pinned.setZero(contacts_.tangents());
  launch.drag.setZero(contacts_.tangents());
  launch.rub.setZero(contacts_.tangents());
  launch.forecast.tau = 0.0;
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

void Holding::finish_with(const Mask& closed, Launch& launch) {
  finishes_ = true;
  resting_ = closed;
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

bool Holding::may_rest(Index contact, const Launch& launch) const {
  return by_coulomb() && !launch.impact && !contacts_.is_piece(contact);
}

/// The impulses below which a contact neither pushes nor pulls: its speed changes by less than the
/// tolerance.
void Holding::measure(const Vector& q) {
  mobilities_({q, theta_}, {least_});
  for (double& least : least_)
    least = least > 0.0 ? impulse_tolerance_ / least : std::numeric_limits<double>::infinity();
}

/// Holds the resting contacts that were not let go, until it is foreseen what they do.
void Holding::assume(Launch& launch) {
  launch.held = resting_ - released_;
  if (!by_coulomb()) return;
  contacts_at_rest_->begin(resting_, launch);
  launch.forecast.tau = 0.0;
  launch.pinned.setZero();
  launch.drag.setZero();
  launch.rub.setZero();
  foreseen_.reset();
}

/// Under a law that stops contact points, they stay where they are while they are held.
void Holding::pin(Launch& launch) const {
  if (!pins_) return;
  for (size_t j = 0; j < contacts_.tangent_entries().size(); ++j)
    launch.pinned[static_cast<Index>(j)] = launch.held[contacts_.tangent_entries()[j]];
}

bool Holding::pulls(const FlightPoint& point, const Launch& launch) {
  if (by_coulomb() || point.lambda.size() == 0 || point.lambda.minCoeff() >= 0.0) return false;
  measure(launch.q);
  for (Index i = 0; i < launch.held.size(); ++i)
    if (launch.held[i] != 0.0 && point.lambda[i] < -least_[i]) return true;
  return false;
}

bool Holding::release_pulling(const FlightPoint& end, Launch& launch) {
  bool released = false;
  if (decides()) return released;
  if (end.lambda.size() > 0 && end.lambda.minCoeff() < 0.0) measure(launch.q);
  for (Index i = 0; i < launch.held.size(); ++i) {
    if (launch.held[i] == 0.0 || end.lambda[i] >= 0.0) continue;
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
  if (decides()) return -1;
  for (Index i = 0; i < resting_.size(); ++i)
    if (resting_[i] != 0.0 && launch.held[i] == 0.0 && end.gaps[i] <= gap_tolerance_ &&
        end.slopes[i] < -speed_tolerance_)
      return i;
  return -1;
}

StepReport Holding::foresee(double tau, Launch& launch) {
  if (!decides() || foreseen_ == tau) return {.status = StepStatus::converged};
  StepReport report = contacts_at_rest_->assume(tau, launch);
  foreseen_.reset();
  if (report.ok()) foreseen_ = tau;
  return report;
}

RestingContacts::Verdict Holding::judge(FlightPoint& point, Launch& launch) {
  if (!by_coulomb()) return RestingContacts::Verdict::lawful;
  return contacts_at_rest_->judge(point, launch);
}

std::optional<SlipLeft> Holding::slip_left(Flight& flight, const FlightPoint& point,
                                           const Launch& launch, bool any) {
  if (!decides()) return {};
  return contacts_at_rest_->slip_left(flight, point, launch, any);
}

StepReport Holding::land(Flight& flight, const FlightPoint& point, Launch& launch,
                         Multipliers& force) {
  if (!by_coulomb()) return flight.land(launch, point, launch.p, force);
  return contacts_at_rest_->land(flight, point, launch, force);
}

}  // namespace ricochet
