#include "ricochet/steppers/generalized_variational.hpp"

#include "ricochet/certify/variational_certifier.hpp"
#include "ricochet/derivatives/smooth_equations.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/requirements.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const System& s, const GeneralizedVariational::Options& o) {
  const bool free = s.specification().forces.empty();
  return {.name = "gvi",
          .citation = "[KP12] Algorithm 1, (7.2)-(7.9)",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = free,
          .symmetric = free && !s.rheonomic() && o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .predicts = true,
          .conserves_momentum_maps = free && o.gradients == Gradients::start};
}

/// Why reflections cannot keep an energy; empty if they can.
std::string not_kept(const System& s, const Energy& energy) {
  if (energy.name() == Energy::continuous.name()) return {};
  if (s.rheonomic())
    return "what moves by itself works in reflections: they take the energy 'continuous', not '" +
           energy.name() + "'";
  if (not_elastic(s).empty()) return {};
  return "restitution below 1 is a loss of H: its reflections take the energy 'continuous', not '" +
         energy.name() + "'";
}

const System& checked(const System& s, const GeneralizedVariational::Options& o) {
  if (o.gradients != Gradients::start && o.gradients != Gradients::predictor)
    throw std::invalid_argument(
        "Stepper 'gvi': gradients must be start or predictor; active and all belong to "
        "discrete-smooth");
  require_points_of_forces(s, o.discretization, "gvi");
  if (s.rheonomic() && o.gradients == Gradients::predictor)
    require(s, "gvi", "gradients at the predictor are those of a later time; take `start`");
  require(s, "gvi", GeneralizedVariational::why_not(s));
  return require(s, "gvi", not_kept(s, o.energy));
}

}  // namespace

std::string GeneralizedVariational::why_not(const System& s) {
  const std::string reason = not_plain_but_forced(s);
  return reason.empty() ? not_frictionless(s) : reason;
}

GeneralizedVariational::GeneralizedVariational(const System& system)
    : GeneralizedVariational(system, Options()) {}

GeneralizedVariational::GeneralizedVariational(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(system, o)),
      discretization_(o.discretization),
      predictor_(o.predictor),
      strict_(o.strict),
      gradients_(o.gradients),
      energy_(o.energy),
      contact_(system, o.discretization, o.backend),
      reflector_(system, o.discretization, o.energy, o.reflection, o.backend),
      A_(Mask::Zero(system.m())),
      S_(A_),
      pushing_(A_),
      held_(A_),
      weak_(A_) {
  if (system.rheonomic() && system.m() > 0 && system.m() + system.k() > 1) room_.emplace(system);
  judged_by(certify_variational(
      system, o.discretization,
      {.bilateral_predictor = o.predictor == Predictor::bilateral && system.k() > 0,
       .reflections =
           VariationalClaims::Reflections{.energy = o.energy,
                                          .resting = o.reflection == Reflection::moreau,
                                          .at_predictor = o.gradients == Gradients::predictor,
                                          .strict = o.strict}}));
}

std::unique_ptr<Stepper> GeneralizedVariational::clone() const {
  return std::unique_ptr<Stepper>(new GeneralizedVariational(*this));
}

/// Gradients at the predictor have a part in reflections only.
std::unique_ptr<StepEquations> GeneralizedVariational::step_equations() const {
  std::string no_reflection;
  if (gradients_ == Gradients::predictor)
    no_reflection = "with gradients at the predictor, which are not covered";
  else if (energy_.name() != Energy::continuous.name())
    no_reflection = "keeping the energy '" + energy_.name() + "'; take the energy 'continuous'";
  return std::make_unique<SmoothEquations>(system_, discretization_, info_.name, no_reflection);
}

void GeneralizedVariational::accept(const System& changed) const {
  require(changed, info_.name, not_frictionless(changed));
  require(changed, info_.name, not_kept(changed, energy_));
}

void GeneralizedVariational::parameters_changed() {
  contact_.set_parameters(system_);
  reflector_.set_parameters(system_);
  if (room_) room_->set_parameters(system_);
}

void GeneralizedVariational::step(const Step& from, double h, Step& to) {
  predict(from, h, to);  // [KP12] (8.1)
  to.predicted = predicted_;
  if (to.report.ok()) collect_predicted(h);                  // Algorithm 1, line 2
  if (to.report.ok()) reflect(from, h, to);                  // line 3, (7.2)
  if (to.report.ok()) collect_smooth(from.state.q);          // line 4, (7.1)
  if (to.report.ok()) update_position(from, h, to);          // line 5, (7.3)-(7.4), (7.8)
  if (to.report.ok()) update_momentum(from.state.q, h, to);  // line 6, (7.5)-(7.6), (7.9)
  if (to.report.ok()) look_for_room(from.state.t, h, to);
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);
  to.state.t = from.state.t + h;
}

void GeneralizedVariational::predict(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  contact_.begin_at(t);
  gaps0_ = contact_.gaps(q);
  to.report = contact_.free_position(q, p, h, predicted_);
  free_ = predicted_;
  if (!to.report.ok() || predictor_ == Predictor::free || system_.k() == 0) return;
  S_.setZero();
  to.report.merge(contact_.position(q, p, h, S_, free_, from.force.lambda, predicted_, to.force));
}

void GeneralizedVariational::collect_predicted(double h) {
  const double tolerance = system_.tolerances().gap;
  const Vector& ahead = contact_.gaps(predicted_, h);
  for (Index i = 0; i < A_.size(); ++i) {
    const bool met = strict_ ? ahead[i] < -tolerance : ahead[i] <= tolerance;
    A_[i] = met || std::abs(gaps0_[i]) <= tolerance ? 1.0 : 0.0;
  }
}

void GeneralizedVariational::reflect(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  p_plus_ = p;
  if (!A_.any()) return reflector_.skip();
  reflector_.set_time(t);
  const Vector& at = gradients_ == Gradients::start ? q : predicted_;
  to.report.merge(reflector_.reflect(q, at, h, A_, p_plus_, to.reflections));
  if (to.report.ok() && !to.reflections.empty())
    reflector_.log_impact(to.reflections, from.state, p_plus_, h, to.impacts);
}

void GeneralizedVariational::collect_smooth(const Vector& q) {
  const Tolerances& tolerance = system_.tolerances();
  for (Index i = 0; i < S_.size(); ++i) S_[i] = std::abs(gaps0_[i]) <= tolerance.gap;
  if (!S_.any()) return;
  const Vector& speeds = contact_.normal_speeds(q, p_plus_);
  for (Index i = 0; i < S_.size(); ++i)
    if (!(std::abs(speeds[i]) <= tolerance.speed)) S_[i] = 0.0;
}

void GeneralizedVariational::update_position(const Step& from, double h, Step& to) {
  const Vector& q = from.state.q;
  if (!to.reflections.empty()) to.report.merge(contact_.free_position(q, p_plus_, h, free_));
  to.state.q = free_;
  pushing_ = S_;
  bool unsolved = S_.any() || system_.k() > 0;
  while (to.report.ok() && (unsolved || lands(to.state.q, h))) {
    to.report.merge(
        contact_.position(q, p_plus_, h, pushing_, free_, from.force.lambda, to.state.q, to.force));
    unsolved = false;
  }
}

/// Lets those contacts push too whose bounce, with a loss, would be over before the step is. True
/// if there is one that did not.
bool GeneralizedVariational::lands(const Vector& q1, double h) {
  if (!reflector_.restitution().lossy()) return false;
  const double tolerance = system_.tolerances().gap;
  const Vector& gaps1 = contact_.gaps(q1, h);
  bool found = false;
  for (Index i = 0; i < A_.size(); ++i) {
    if (A_[i] == 0.0 || pushing_[i] != 0.0 || !(reflector_.restitution().least(i) < 1.0)) continue;
    if (!(gaps1[i] < std::min(gaps0_[i], 0.0) - tolerance)) continue;
    pushing_[i] = 1.0;
    found = true;
  }
  return found;
}

void GeneralizedVariational::update_momentum(const Vector& q0, double h, Step& to) {
  const double tolerance = system_.tolerances().gap;
  const Vector& gaps1 = contact_.gaps(to.state.q, h);
  for (Index i = 0; i < held_.size(); ++i) {
    held_[i] = pushing_[i] != 0.0 && std::abs(gaps1[i]) <= tolerance;
    weak_[i] = held_[i] != 0.0 && contact_.weak(i);
  }
  indices(A_, to.contacts.predicted);
  indices(S_, to.contacts.smooth);
  indices(held_, to.contacts.held);
  indices(weak_, to.contacts.weak);
  if (held_.any() || system_.k() > 0)
    to.report.merge(contact_.momentum(q0, to.state.q, h, held_, to.state.p, to.force));
  else
    to.report.merge(contact_.discrete_momentum(q0, to.state.q, h, to.state.p));
}

/// Nodes lie inside walls for a step. Where walls that move leave no room at all, the run ends.
void GeneralizedVariational::look_for_room(double t, double h, Step& to) {
  if (!room_ || contact_.gaps(to.state.q, h).minCoeff() >= -system_.tolerances().gap) return;
  if (!room_->gone(to.state.q, t + h)) return;
  to.report.status = StepStatus::infeasible;
  to.report.message = "contacts " + room_->culprits() +
                      ": no position keeps all of them; they close in on each other";
}

void GeneralizedVariational::clear_events(Step& to) {
  reflector_.recycle(to.impacts);
  reflector_.recycle(to.reflections);
}

}  // namespace ricochet
