#include "ricochet/steppers/hybrid.hpp"

#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/derivatives/located_equations.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const System& s, const Hybrid::Options& o) {
  const bool free = s.specification().forces.empty();
  return {.name = "hybrid",
          .citation = "[KP12] 1.3.2, 6.1.1",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .symplectic = free,
          .symmetric = free && !s.rheonomic() && o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .conserves_momentum_maps = free};
}

const System& checked(const System& s, const Hybrid::Options& o) {
  require_points_of_forces(s, o.discretization, "hybrid");
  if (s.rheonomic() && o.energy.name() != Energy::continuous.name())
    require(s, "hybrid",
            "what moves by itself works in reflections: they take the energy 'continuous', not '" +
                o.energy.name() + "'");
  return require(s, "hybrid", Hybrid::why_not(s));
}

}  // namespace

std::string Hybrid::why_not(const System& s) {
  std::string reason = not_plain_but_forced_and_elastic(s);
  if (reason.empty() || !not_plain_but_forced(s).empty() || !not_frictionless(s).empty())
    return reason;
  return reason + "; bounces with a loss end in contact that lasts, which it does not hold";
}

Hybrid::Hybrid(const System& system) : Hybrid(system, Options()) {}

Hybrid::Hybrid(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(system, o)),
      discretization_(o.discretization),
      energy_(o.energy),
      max_events_(checked_events(o.max_events, "hybrid")),
      flight_(system.in_space_time(), o.discretization, o.backend, {}),
      search_(system.in_space_time()),
      reflector_(system, o.discretization, o.energy, o.reflection, o.backend),
      reached_(Mask::Zero(system.m())),
      met_(reached_) {
  launch_.q.setZero(system.in_space_time().n());
  launch_.p.setZero(launch_.q.size());
  judged_by(certify_flights(system, o.discretization,
                            {.law = FlightClaims::Law::reflection,
                             .energy = o.energy,
                             .resting = o.reflection == Reflection::moreau,
                             .admissible = false}));
}

std::unique_ptr<Stepper> Hybrid::clone() const {
  return std::unique_ptr<Stepper>(new Hybrid(*this));
}

std::unique_ptr<StepEquations> Hybrid::step_equations() const {
  if (energy_.name() != Energy::continuous.name())
    throw std::invalid_argument(
        "Derivatives of steps by hybrid: reflections that keep the energy '" + energy_.name() +
        "' are not covered; take the energy 'continuous', or collision");
  return std::make_unique<LocatedEquations>(system_, discretization_,
                                            LocatedMethod{.name = info_.name, .reflects = true});
}

void Hybrid::accept(const System& changed) const { require(changed, info_.name, why_not(changed)); }

void Hybrid::parameters_changed() {
  flight_.set_parameters(system_.in_space_time());
  reflector_.set_parameters(system_);
}

/// Where the next flight begins; behind the coordinates there may be a clock.
void Hybrid::place(double t) {
  launch_.t = t;
  launch_.q.head(q_.size()) = q_;
  launch_.q.tail(launch_.q.size() - q_.size()).setConstant(t);
  launch_.p.head(p_.size()) = p_;
}

void Hybrid::step(const Step& from, double h, Step& to) {
  launch_.h = h;
  q_ = from.state.q;
  p_ = from.state.p;
  met_.setZero();
  to.report.status = StepStatus::converged;
  double elapsed = 0.0;
  int events = 0;
  for (bool hit = true; hit && to.report.ok();) {
    reflect(from, h, elapsed, to);  // [KP12] (6.6)-(6.9), where the free step was interrupted
    if (to.report.ok()) hit = fly_on(h - elapsed, elapsed, to);  // (8.1), 1.3.2
    if (hit && ++events > max_events_) refuse_more_events(to);
  }
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);
  to.state = {.t = from.state.t + h, .q = q_, .p = p_};
  indices(met_, to.contacts.predicted);
}

void Hybrid::refuse_more_events(Step& to) const {
  to.report.status = StepStatus::too_many_events;
  to.report.message = "more than " + std::to_string(max_events_) + " impacts in one step";
  if (!to.impacts.empty())
    to.report.message += ", the last on " + system_.contacts().names(to.impacts.back().constraints);
}

/// Reflects over the contacts reached, if one of them is approached; one event of the log.
void Hybrid::reflect(const Step& from, double h, double elapsed, Step& to) {
  begins_with_impact_ = false;
  place(from.state.t + elapsed);
  if (reached_.size() == 0) return;
  flight_.gaps().reached(launch_.q, reached_);
  if (!reached_.any()) return;
  met_ = met_.cwiseMax(reached_);
  before_ = {.t = from.state.t + elapsed, .q = q_, .p = p_};
  reflector_.set_time(before_.t);
  to.report.merge(reflector_.reflect(q_, q_, h, reached_, p_, passes_));
  if (!to.report.ok() || passes_.empty()) return;
  to.reflections.insert(to.reflections.end(), passes_.begin(), passes_.end());
  reflector_.log_impact(passes_, before_, p_, h, to.impacts).alpha = elapsed / h;
  begins_with_impact_ = true;
  place(before_.t);
}

void Hybrid::clear_events(Step& to) {
  flights_.collect(to.flights);
  reflector_.recycle(to.impacts);
  reflector_.recycle(to.reflections);
}

void Hybrid::record(double elapsed, const FlightPoint& point, Step& to) {
  FlightRecord& flight = flights_.add(to.flights);
  flight.begin = elapsed;
  flight.tau = point.tau;
  flight.impact = begins_with_impact_ ? static_cast<Index>(to.impacts.size()) - 1 : -1;
  flight.q = launch_.q.head(q_.size());
  flight.p = launch_.p.head(p_.size());
  flight.w = point.w.head(q_.size());
  flight.p_end = p_;
  flight.force = to.force;
}

/// Moves to the next closing gap, or to the end of the step; true if there was one.
bool Hybrid::fly_on(double rest, double& elapsed, Step& to) {
  to.report.merge(flight_.fly(launch_, rest, end_));
  if (!to.report.ok()) return false;
  const bool hit = search_.first(flight_, launch_, end_, hit_, to.report).gap >= 0;
  if (!to.report.ok()) return false;
  const FlightPoint& point = hit ? hit_ : end_;
  to.report.merge(flight_.land(launch_, point, landed_, to.force));
  p_ = landed_.head(p_.size());
  to.force.nu = point.nu;
  record(elapsed, point, to);
  q_ = point.q.head(q_.size());
  elapsed += point.tau;
  return hit;
}

}  // namespace ricochet
