#include "ricochet/steppers/collision.hpp"

#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/derivatives/located_equations.hpp"
#include "ricochet/steppers/requirements.hpp"

#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const System& s, const Collision::Options& o) {
  return {.name = "collision",
          .citation = "[FMOW03] (46)-(49), (70)-(79), section 5",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = true,
          .symmetric = !s.rheonomic() && o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .conserves_momentum_maps = true};
}

}  // namespace

std::string Collision::why_not(const System& s) {
  const SystemSpecification& given_by = s.specification();
  if (!given_by.omega.empty()) return "it takes no nonholonomic rows (.omega)";
  if (!given_by.forces.empty()) return "it takes no forces (.forces)";
  return not_elastic(s);
}

Collision::Collision(const System& system) : Collision(system, Options()) {}

Collision::Collision(const System& system, Options o)
    : Stepper(require(system, "collision", why_not(system))),
      info_(information(system, o)),
      discretization_(o.discretization),
      engine_(system.in_space_time(), {.discretization = o.discretization,
                                       .backend = o.backend,
                                       .slow_impact = o.slow_impact,
                                       .max_events = checked_events(o.max_events, "collision")}) {
  judged_by(certify_flights(system, o.discretization, {}));
}

std::unique_ptr<Stepper> Collision::clone() const {
  return std::unique_ptr<Stepper>(new Collision(*this));
}

std::unique_ptr<StepEquations> Collision::step_equations() const {
  return std::make_unique<LocatedEquations>(system_, discretization_,
                                            LocatedMethod{.name = info_.name});
}

void Collision::accept(const System& changed) const {
  require(changed, info_.name, not_elastic(changed));
}

void Collision::clear_events(Step& to) {
  engine_.recycle(to.flights);
  Stepper::clear_events(to);
}

void Collision::parameters_changed() { engine_.set_parameters(system_.in_space_time()); }

void Collision::step(const Step& from, double h, Step& to) {
  engine_.step(from, h, to);
  if (!to.report.ok()) stay(from, to, to.report.status, to.report.message);
}

}  // namespace ricochet
