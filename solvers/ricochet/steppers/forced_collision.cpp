#include "ricochet/steppers/forced_collision.hpp"

#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/derivatives/located_equations.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/text/text.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

constexpr const char* dependent_rows =
    "the nonholonomic rows depend on each other where the step starts";

StepperInfo information(const System& s, const ForcedCollision::Options& o) {
  const bool forced = !s.specification().forces.empty() || !s.specification().omega.empty();
  return {.name = "forced-collision",
          .citation = "[F03] 2.5, [VCI-S]",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = !forced,
          .symmetric = !forced && !s.rheonomic() && o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .conserves_momentum_maps = !forced};
}

const System& checked(const System& s, const ForcedCollision::Options& o) {
  if (!(std::isfinite(o.rest_energy) && o.rest_energy >= 0.0))
    throw std::invalid_argument(
        "Stepper 'forced-collision': rest_energy must be finite and >= 0, not " +
        brief(o.rest_energy));
  const SystemSpecification& given_by = s.specification();
  if (o.discretization.nodes().empty() && !(given_by.forces.empty() && given_by.omega.empty()))
    throw std::invalid_argument(
        "Stepper 'forced-collision': the discretization '" + o.discretization.name() +
        "' declares no nodes, the points where forces and nonholonomic rows are evaluated");
  require(s, "forced-collision", ForcedCollision::why_not(s));
  return require(s, "forced-collision", ignored_number(s, o.law));
}

/// The law as the certifier knows it.
FlightClaims::Law claimed(std::optional<Law> law) {
  if (!law) return FlightClaims::Law::automatic;
  switch (*law) {
    case Law::elastic: return FlightClaims::Law::elastic;
    case Law::beta: return FlightClaims::Law::beta;
    case Law::newton: return FlightClaims::Law::newton;
    case Law::coulomb: return FlightClaims::Law::coulomb;
    case Law::moreau: return FlightClaims::Law::moreau;
    case Law::plastic: return FlightClaims::Law::plastic;
  }
  return FlightClaims::Law::automatic;
}

std::unique_ptr<ImpactLaw> law_of(const System& s, const ForcedCollision::Options& o) {
  if (s.m() == 0) return nullptr;
  const double speed = s.length() / s.specification().time;
  return make_law(o.law, s, o.backend, 0.5 * speed * speed * o.rest_energy);
}

}  // namespace

std::string ForcedCollision::why_not(const System& s) { return rubs_without_tangents(s); }

ForcedCollision::ForcedCollision(const System& system) : ForcedCollision(system, Options()) {}

ForcedCollision::ForcedCollision(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(system, o)),
      discretization_(o.discretization),
      law_(o.law),
      engine_(system.in_space_time(),
              {.discretization = o.discretization,
               .backend = o.backend,
               .slow_impact = o.slow_impact,
               .max_events = checked_events(o.max_events, "forced-collision")},
              law_of(system.in_space_time(), o)),
      rows_(system) {
  judged_by(certify_flights(
      system, o.discretization,
      {.law = claimed(o.law), .may_leave = o.law != Law::plastic, .may_finish = true}));
}

std::unique_ptr<Stepper> ForcedCollision::clone() const {
  return std::unique_ptr<Stepper>(new ForcedCollision(*this));
}

std::unique_ptr<StepEquations> ForcedCollision::step_equations() const {
  return std::make_unique<LocatedEquations>(
      system_, discretization_,
      LocatedMethod{.name = info_.name, .law = law_, .may_leave = law_ != Law::plastic});
}

void ForcedCollision::accept(const System& changed) const {
  require(changed, info_.name, why_not(changed));
  require(changed, info_.name, ignored_number(changed, law_));
}

void ForcedCollision::clear_events(Step& to) {
  engine_.recycle(to.flights);
  Stepper::clear_events(to);
}

void ForcedCollision::parameters_changed() {
  engine_.set_parameters(system_.in_space_time());
  rows_.set_parameters(system_);
}

void ForcedCollision::step(const Step& from, double h, Step& to) {
  if (!rows_.at(from.state.q, from.state.t))
    return stay(from, to, StepStatus::singular, dependent_rows);
  engine_.step(from, h, to);
  if (!to.report.ok()) stay(from, to, to.report.status, to.report.message);
}

}  // namespace ricochet
