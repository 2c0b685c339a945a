#include "ricochet/flight/collision_engine.hpp"
#include "ricochet/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

// What is held through a flight: contacts at rest, and their friction.

namespace ricochet {

/// Holds the touching contacts whose normal speed is zero.
void CollisionEngine::hold_resting(const Vector& speeds) {
  resting_.setZero();
  released_.setZero();
  for (Index i = 0; i < touching_.size(); ++i)
    if (!contacts_.is_piece(i) && touching_[i] != 0.0 && std::abs(speeds[i]) <= speed_tolerance_)
      resting_[i] = 1.0;
  hold();
  pin();
}

/// Under a law that stops contact points, they stay where they are while they are held.
void CollisionEngine::pin() {
  if (!law_ || !law_->pins()) return;
  for (size_t j = 0; j < contacts_.tangent_entries().size(); ++j)
    launch_.pinned[static_cast<Index>(j)] = launch_.held[contacts_.tangent_entries()[j]];
}

/// Holds the resting contacts that were not let go, those with friction in modes by the slip that
/// the next flight begins with.
void CollisionEngine::hold() {
  launch_.held = resting_ - released_;
  if (!friction_) return;
  p_start_ = launch_.p;
  if (launch_.impact) p_start_ += 2.0 * d_;
  for (Index i = 0; i < launch_.held.size(); ++i)
    if (launch_.held[i] != 0.0) friction_->neglect(i, least_impulse(i));
  friction_->begin(launch_.held, friction_->slip_at(launch_.q, p_start_));
  assume_friction();
}

void CollisionEngine::assume_friction() {
  friction_->write(launch_.held, launch_.pinned, launch_.drag, launch_.rub, nudge_);
  friction_->push(launch_.q, nudge_, launch_.nudge);
}

/// Pieces of unions are never held.
bool CollisionEngine::may_hold(Index contact) const {
  return !contacts_.is_piece(contact) && launch_.held[contact] == 0.0;
}

/// A contact that is not held and sinks, by the search or by its speed at the end; -1: none.
Index CollisionEngine::sinks() const {
  if (flight_.sinking() >= 0) return flight_.sinking();
  for (Index i = 0; i < resting_.size(); ++i)
    if (resting_[i] != 0.0 && launch_.held[i] == 0.0 && end_.gaps[i] <= gap_tolerance_ &&
        end_.slopes[i] < -speed_tolerance_)
      return i;
  return -1;
}

/// The impulse [N s] below which a contact neither pushes nor pulls: its speed changes by less than
/// the tolerance.
double CollisionEngine::least_impulse(Index contact) {
  const double mobility = cone_.mobility(contact);
  return mobility > 0.0 ? impulse_tolerance_ / mobility : std::numeric_limits<double>::infinity();
}

/// Lets go of contacts without friction that are held with a negative force; true if there was
/// one.
bool CollisionEngine::release_pulling() {
  bool released = false;
  for (Index i = 0; i < launch_.held.size(); ++i) {
    if (launch_.held[i] == 0.0 || end_.lambda[i] >= 0.0) continue;
    if (friction_ && friction_->governs(i)) continue;
    if (end_.lambda[i] >= -least_impulse(i)) continue;
    released_[i] = 1.0;
    released = true;
  }
  if (released) hold();
  for (size_t j = 0; j < contacts_.tangent_entries().size(); ++j)
    if (launch_.held[contacts_.tangent_entries()[j]] == 0.0)
      launch_.pinned[static_cast<Index>(j)] = 0.0;
  return released;
}

/// The end of a flight: the momentum there and, where held contacts rub, their modes.
void CollisionEngine::land(const FlightPoint& point, Step& to) {
  if (friction_) friction_->go_on();
  for (bool right = false; !right;) {
    if (friction_) friction_->write_end(launch_.pinned, launch_.drag);
    const StepReport part = flight_.land(launch_, point, launch_.p, to.force);
    right = !part.ok() || !friction_ || !friction_->any() ||
            friction_->confirm(to.force.mu, to.force.pi, friction_->slip_at(point.q, launch_.p));
    if (right) to.report.merge(part);
    if (!right && friction_->exhausted()) return to.report.merge(jam());
  }
}

/// True if the flight to a point confirms the assumed modes of friction; else others are assumed.
bool CollisionEngine::rubs_rightly(const FlightPoint& point) {
  if (!friction_ || !friction_->any()) return true;
  const Vector& slip = friction_->slip_of(launch_.q, point.w, point.tau);
  if (friction_->confirm(point.lambda, point.rho, slip)) return true;
  assume_friction();
  return false;
}

/// What is left when all modes are refuted, however short the flight.
StepReport CollisionEngine::jam() const {
  return {.status = StepStatus::no_admissible_impulse,
          .message = "friction jams the contacts " + contacts_.names_where(resting_) + " at t = " +
                     brief(launch_.t) + " s: no choice of sticking, sliding and opening that was " +
                     "tried fits, as in a Painleve configuration or where many contacts close"};
}

}  // namespace ricochet
