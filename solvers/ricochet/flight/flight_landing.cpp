#include "ricochet/flight/flight_landing.hpp"

#include "ricochet/flight/flight_problems.hpp"

namespace ricochet {

FlightLanding::FlightLanding(const System& s, const Backend& backend)
    : call_(backend, landing_problem(s)),
      no_mask_(Vector::Zero(s.m())),
      no_pins_(Vector::Zero(s.contacts().tangents())) {
  set_parameters(s);
}

StepReport FlightLanding::land(const Launch& from, const FlightPoint& point, Vector& p,
                               Multipliers& force) {
  const bool holding = from.holding();
  call_.set(call_.D2Ld, p);
  call_.set(call_.x, point.q);
  call_.set(call_.h, from.h);
  call_.set(call_.held, holding ? from.held : no_mask_);
  call_.set(call_.pinned, holding ? from.pinned : no_pins_);
  call_.set(call_.drag, holding ? from.drag : no_pins_);
  call_.start_at_zero();
  call_.start(call_.p1, p);
  StepReport report = call_.solve();
  if (!report.ok()) return report;
  p = call_[call_.p1];
  force.xi = call_[call_.xi];
  force.mu = call_[call_.mu];
  force.pi = call_[call_.pi];
  return report;
}

}  // namespace ricochet
