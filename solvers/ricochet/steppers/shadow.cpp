#include "ricochet/steppers/shadow.hpp"

#include "ricochet/certify/shadow_certifier.hpp"
#include "ricochet/shadow/shadow_choice.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const Shadow::Options& o) {
  return {.name = "shadow",
          .citation = "[KP12] (6.6)-(6.9), section 9",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = true,
          .symmetric = o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .predicts = true,
          .conserves_momentum_maps = true};
}

[[noreturn]] void refuse(const std::string& reason) {
  throw std::invalid_argument("Stepper 'shadow': " + reason);
}

const System& checked(const System& s, const Shadow::Options& o) {
  require(s, "shadow", Shadow::why_not(s));
  if (!(o.anchor >= 0.0 && o.anchor <= 1.0))
    refuse("the anchor must be in [0, 1], not " + brief(o.anchor));
  if (o.virtual_steps < 0)
    refuse("virtual_steps must not be negative, but is " + std::to_string(o.virtual_steps));
  if (o.virtual_steps > 0 && o.energy_order > 0)
    refuse("take a closed form (energy_order) or virtual_steps, not both");
  const std::string reason = o.virtual_steps > 0  ? Energy::no_virtual_shadow(s, o.discretization)
                             : o.energy_order > 0 ? Energy::no_shadow(s, o.discretization)
                                                  : no_suitable_shadow(s, o.discretization);
  if (!reason.empty()) refuse("there is no such shadow energy: " + reason);
  return s;
}

void refuse_energy(const std::string& where, StepReport& report) {
  report.status = StepStatus::not_finite;
  report.message =
      "the shadow energy " + where + ": a virtual step fails, or the potential ends near it";
}

ShadowKind kind_of(const System& s, const Shadow::Options& o) {
  if (o.energy_order == 0 && o.virtual_steps == 0) return suitable_shadow(s, o.discretization);
  return {.order = o.energy_order, .virtual_steps = o.virtual_steps};
}

}  // namespace

std::string Shadow::why_not(const System& s) {
  const std::string reason = not_plain(
      s, "the energy that its free steps keep is kept only where nothing moves by itself");
  return reason.empty() ? not_elastic(s) : reason;
}

Shadow::Shadow(const System& system) : Shadow(system, Options()) {}

Shadow::Shadow(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(o)),
      placement_(o.placement),
      anchor_(o.anchor),
      motion_(system, o.discretization, o.backend),
      reflector_(system, o.discretization, Energy::continuous, Reflection::generalized, o.backend),
      components_(system),
      meter_(system, o.discretization, kind_of(system, o), o.backend),
      flights_(system, o.discretization, o.backend),
      at_{.t = 0.0, .q = Vector(system.n()), .p = Vector(system.n())},
      violated_{.ahead = Mask::Zero(system.m()),
                .met = Mask::Zero(system.m()),
                .behind = Mask::Zero(system.m()),
                .members = Mask::Zero(system.m())},
      held_{.start = Mask::Zero(system.m()),
            .now = Mask::Zero(system.m()),
            .behind = Mask::Zero(system.m()),
            .end = Mask::Zero(system.m())},
      p_plus_(system.n()),
      d_(system.n()),
      trial_(system.n()) {
  judged_by(certify_shadow(system, o.discretization,
                           {.kind = kind(), .anchor = o.anchor, .backend = o.backend}));
}

std::unique_ptr<Stepper> Shadow::clone() const {
  return std::unique_ptr<Stepper>(new Shadow(*this));
}

void Shadow::accept(const System& changed) const { require(changed, info_.name, why_not(changed)); }

void Shadow::parameters_changed() {
  motion_.set_parameters(system_);
  reflector_.set_parameters(system_);
  components_.set_parameters(system_);
  meter_.set_parameters(system_);
  flights_.set_parameters(system_);
}

void Shadow::step(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  motion_.rest(q, p, held_.start);
  indices(held_.start, to.contacts.smooth);
  predict(from, h, to);
  if (to.report.ok()) begin(from, h, to);
  if (to.report.ok() && motion_.violated(predicted_, held_.start, violated_.ahead)) {
    resolve(from, h, to);
  } else if (to.report.ok()) {
    to.state.q = predicted_;
    to.report.merge(motion_.momentum(q, predicted_, h, held_.start, to.state.p, to.force));
  }
  if (to.report.ok()) finish(from, h, to);
  if (to.report.ok()) return;
  drop_events(to);
  to.shadow = from.shadow;
  stay(from, to, to.report.status, to.report.message);
}

/// The end of the step without impacts, and without what rests.
void Shadow::predict(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  to.report = motion_.position(q, p, h, held_.start, from.force.lambda, predicted_, to.force);
  to.predicted = predicted_;
  if (held_.start.any() && to.report.ok())
    to.report.merge(motion_.predict(from.state, h, to.predicted));
}

double Shadow::energy(const Vector& q, const Vector& p, const Mask& S, double h) {
  meter_.hold(S);
  return meter_.energy(q, p, h);
}

/// What is carried on from the step before; a run, or another step size, begins anew.
void Shadow::begin(const Step& from, double h, Step& to) {
  to.shadow.h = h;
  to.shadow.order = kind().order;
  to.shadow.virtual_steps = kind().virtual_steps;
  if (from.shadow.h == h) {
    to.shadow.initial = from.shadow.initial;
    to.shadow.debt = from.shadow.debt;
    return;
  }
  to.shadow.initial = energy(from.state.q, from.state.p, held_.start, h);
  if (!std::isfinite(to.shadow.initial)) refuse_energy("at the start", to.report);
}

void Shadow::resolve(const Step& from, double h, Step& to) {
  meter_.hold(held_.start);
  target_.start = meter_.at(from.state.q, from.state.p, h);
  const double e = target_.start.energy - to.shadow.debt;
  target_.energy = e - anchor_ * (e - to.shadow.initial);
  if (!std::isfinite(target_.energy)) return refuse_energy("at an impact", to.report);
  indices(violated_.ahead, to.contacts.predicted);
  using Attempt = bool (Shadow::*)(const Step&, double, Step&);
  const Attempt first = placement_ == Placement::grid ? &Shadow::at_grid : &Shadow::at_impacts;
  const Attempt second = placement_ == Placement::grid ? &Shadow::at_impacts : &Shadow::at_grid;
  for (const Attempt attempt : {first, second, &Shadow::land}) {
    if ((this->*attempt)(from, h, to) || !to.report.ok()) return;
    drop_events(to);
    ++to.report.statistics.fallbacks;
  }
  to.report.status = StepStatus::no_admissible_root;
  to.report.message = "contacts " + system_.contacts().names(to.contacts.predicted) +
                      ": neither a reflection nor a landing is admissible at the end of the step";
}

/// The energy at the end, and by how much the event changed the difference of two orders.
void Shadow::finish(const Step& from, double h, Step& to) {
  to.state.t = from.state.t + h;
  motion_.rest(to.state.q, to.state.p, held_.end);
  indices(held_.end, to.contacts.held);
  if (to.shadow.stage == Stage::none) return settle(from, h, to);
  meter_.hold(held_.end);
  const ShadowMeter::Values end = meter_.at(to.state.q, to.state.p, h);
  to.shadow.energy = end.energy;
  const ShadowMeter::Values& start = target_.start;
  if (held_.end == held_.start) {  // else E is another one
    to.shadow.jump = (end.before - end.energy) - (start.before - start.energy);
    to.shadow.jump_before = (end.earlier - end.before) - (start.earlier - start.before);
  }
  const bool repaid = to.shadow.stage == Stage::grid && held_.end == held_.now;
  to.shadow.debt = repaid ? 0.0 : end.energy - target_.energy;
}

/// A step without an event: E is another one if other contacts rest.
void Shadow::settle(const Step& from, double h, Step& to) {
  const auto at = [&](const State& s, const Mask& S) { return energy(s.q, s.p, S, h); };
  const bool changes = held_.end != held_.start;
  meter_.hold(held_.end);
  if (changes || meter_.cheap()) to.shadow.energy = meter_.energy(to.state.q, to.state.p, h);
  if (changes && !std::isfinite(to.shadow.energy))
    return refuse_energy("where other contacts rest", to.report);
  if (changes) to.shadow.debt += to.shadow.energy - at(from.state, held_.start);
}

/// Round-off of an energy [J].
double Shadow::noise(double E) const {
  constexpr double digits = 1e-13;
  return digits * std::max(std::abs(E), std::abs(target_.energy));
}

void Shadow::drop_events(Step& to) {
  clear_events(to);
  for (Vector* of_step : {&to.force.lambda, &to.force.nu, &to.force.mu, &to.force.xi})
    of_step->setZero();
}

void Shadow::clear_events(Step& to) {
  flights_.recycle(to.flights);
  reflector_.recycle(to.impacts);
  spare_.collect(to.reflections);
}

}  // namespace ricochet
