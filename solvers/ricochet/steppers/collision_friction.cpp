#include "ricochet/steppers/collision_engine.hpp"

// Friction of the contacts that are held through a flight.

namespace ricochet {
namespace {

constexpr int landings = 500;  // tries of modes of friction at the end of a flight

}  // namespace

/// The end of a flight: the momentum there and, where held contacts rub, their modes.
void CollisionEngine::land(const FlightPoint& point, Step& to) {
  if (friction_) friction_->go_on();
  for (int pass = 0; pass < landings; ++pass) {
    if (friction_) friction_->write_end(launch_.pinned, launch_.drag);
    const StepReport part = flight_.land(launch_, point, launch_.p, to.force);
    if (!part.ok() || !friction_ || !friction_->any()) return to.report.merge(part);
    const bool right = friction_->confirm(to.force.mu, flight_.landing_rho(),
                                          friction_->slip_at(point.q, launch_.p));
    if (friction_->exhausted()) break;
    if (right) return to.report.merge(part);
  }
  contradict(to);
}

/// Assumes modes of friction for what is held, by the slip that the next flight begins with.
void CollisionEngine::begin_friction() {
  if (!friction_) return;
  p_start_ = launch_.p;
  if (launch_.impact) p_start_ += 2.0 * d_;
  friction_->begin(launch_.held, friction_->slip_at(launch_.q, p_start_));
  assume_friction();
}

void CollisionEngine::assume_friction() {
  friction_->write(launch_.pinned, launch_.drag, launch_.rub, nudge_);
  friction_->push(launch_.q, nudge_, launch_.nudge);
}

/// True if the flight to a point confirms the assumed modes of friction; else others are assumed.
bool CollisionEngine::rubs_rightly(const FlightPoint& point) {
  if (!friction_ || !friction_->any()) return true;
  const Vector& slip = friction_->slip_of(launch_.q, point.w, point.tau);
  if (friction_->confirm(point.lambda, point.rho, slip)) return true;
  assume_friction();
  return false;
}

void CollisionEngine::contradict(Step& to) const {
  to.report.status = StepStatus::no_admissible_impulse;
  to.report.message = "friction at the held contacts " + names_of(launch_.held) +
                      " contradicts itself: no choice of sticking and sliding fits";
}

}  // namespace ricochet
