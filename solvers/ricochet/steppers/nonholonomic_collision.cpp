#include "ricochet/steppers/nonholonomic_collision.hpp"

#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/derivatives/located_equations.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/requirements.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const System& s, const NonholonomicCollision::Options& o) {
  const bool keeps = s.specification().omega.empty() && s.specification().forces.empty();
  return {.name = "nonholonomic-collision",
          .citation = "[RC25] Theorem 3.1, Algorithm 1",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = keeps,
          .symmetric = keeps && !s.rheonomic() && o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .conserves_momentum_maps = keeps};
}

Discretization rule_of(const NonholonomicCollision::Options& o) {
  return o.form == Form::plus ? o.discretization : o.discretization.adjoint();
}

const System& checked(const System& s, const NonholonomicCollision::Options& o) {
  if (o.discretization.nodes().empty() && !s.specification().omega.empty())
    throw std::invalid_argument("Stepper 'nonholonomic-collision': the discretization '" +
                                o.discretization.name() +
                                "' declares no nodes, the points where the rows are evaluated");
  require_points_of_forces(s, o.discretization, "nonholonomic-collision");
  if (o.form == Form::minus && s.rheonomic())
    require(s, "nonholonomic-collision",
            "form (-) goes back in time and takes nothing that moves by itself; take form (+)");
  return require(s, "nonholonomic-collision", NonholonomicCollision::why_not(s));
}

}  // namespace

std::string NonholonomicCollision::why_not(const System& s) { return not_elastic(s); }

NonholonomicCollision::NonholonomicCollision(const System& system)
    : NonholonomicCollision(system, Options()) {}

NonholonomicCollision::NonholonomicCollision(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(system, o)),
      form_(o.form),
      rule_(rule_of(o)),
      engine_(system.in_space_time(),
              {.discretization = rule_,
               .backend = o.backend,
               .slow_impact = o.slow_impact,
               .max_events = checked_events(o.max_events, "nonholonomic-collision")}),
      rows_(system) {
  judged_by(certify_flights(system, rule_, {.backwards = form_ == Form::minus}));
}

std::unique_ptr<Stepper> NonholonomicCollision::clone() const {
  return std::unique_ptr<Stepper>(new NonholonomicCollision(*this));
}

std::unique_ptr<StepEquations> NonholonomicCollision::step_equations() const {
  return std::make_unique<LocatedEquations>(
      system_, rule_, LocatedMethod{.name = info_.name, .backwards = form_ == Form::minus});
}

void NonholonomicCollision::accept(const System& changed) const {
  require(changed, info_.name, not_elastic(changed));
}

void NonholonomicCollision::clear_events(Step& to) {
  engine_.recycle(to.flights);
  Stepper::clear_events(to);
}

void NonholonomicCollision::parameters_changed() {
  engine_.set_parameters(system_.in_space_time());
  rows_.set_parameters(system_);
}

void NonholonomicCollision::step(const Step& from, double h, Step& to) {
  if (!rows_.at(from.state.q, from.state.t))
    return stay(from, to, StepStatus::singular,
                "the nonholonomic rows depend on each other where the step starts");
  if (form_ == Form::plus) {
    engine_.step(from, h, to);
  } else {
    turned_.state = {.t = -from.state.t, .q = from.state.q, .p = -from.state.p};
    engine_.step(turned_, h, to);
    to.state.t = -to.state.t;
    to.state.p = -to.state.p;
    for (Impact& impact : to.impacts) {  // as they happen in forward time
      impact.t = -impact.t;
      std::swap(impact.energy_minus, impact.energy_plus);
      impact.p_minus.swap(impact.p_plus);
      impact.p_minus *= -1.0;
      impact.p_plus *= -1.0;
    }
  }
  if (!to.report.ok()) stay(from, to, to.report.status, to.report.message);
}

}  // namespace ricochet
