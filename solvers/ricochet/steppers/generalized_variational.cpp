#include "ricochet/steppers/generalized_variational.hpp"

#include "ricochet/certify/variational_certifier.hpp"
#include "ricochet/steppers/requirements.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const GeneralizedVariational::Options& o) {
  return {.name = "gvi",
          .citation = "[KP12] Algorithm 1, (7.2)-(7.9)",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = true,
          .symmetric = o.discretization.symmetric(),
          .impacts = true,
          .logs_impacts = true,
          .predicts = true,
          .conserves_momentum_maps = o.gradients == Gradients::start};
}

const System& checked(const System& s, const GeneralizedVariational::Options& o) {
  if (o.gradients != Gradients::start && o.gradients != Gradients::predictor)
    throw std::invalid_argument(
        "Stepper 'gvi': gradients must be start or predictor; active and all belong to "
        "discrete-smooth");
  return require(s, "gvi", not_plain_and_elastic(s));
}

}  // namespace

GeneralizedVariational::GeneralizedVariational(const System& system)
    : GeneralizedVariational(system, Options()) {}

GeneralizedVariational::GeneralizedVariational(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(o)),
      predictor_(o.predictor),
      strict_(o.strict),
      gradients_(o.gradients),
      contact_(system, o.discretization, o.backend),
      reflector_(system, o.discretization, o.energy, o.reflection, o.backend),
      A_(Mask::Zero(system.m())),
      S_(A_),
      held_(A_),
      weak_(A_) {
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

void GeneralizedVariational::accept(const System& changed) const {
  require(changed, info_.name, not_elastic(changed));
}

void GeneralizedVariational::parameters_changed() {
  contact_.set_parameters(system_);
  reflector_.set_parameters(system_);
}

void GeneralizedVariational::step(const Step& from, double h, Step& to) {
  predict(from, h, to);  // [KP12] (8.1)
  to.predicted = predicted_;
  if (to.report.ok()) collect_predicted();                   // Algorithm 1, line 2
  if (to.report.ok()) reflect(from, h, to);                  // line 3, (7.2)
  if (to.report.ok()) collect_smooth(from.state.q);          // line 4, (7.1)
  if (to.report.ok()) update_position(from, h, to);          // line 5, (7.3)-(7.4), (7.8)
  if (to.report.ok()) update_momentum(from.state.q, h, to);  // line 6, (7.5)-(7.6), (7.9)
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);
  to.state.t = from.state.t + h;
}

void GeneralizedVariational::predict(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  gaps0_ = contact_.gaps(q);
  to.report = contact_.free_position(q, p, h, predicted_);
  free_ = predicted_;
  if (!to.report.ok() || predictor_ == Predictor::free || system_.k() == 0) return;
  S_.setZero();
  to.report.merge(contact_.position(q, p, h, S_, free_, from.force.lambda, predicted_, to.force));
}

void GeneralizedVariational::collect_predicted() {
  const double tolerance = system_.tolerances().gap;
  const Vector& ahead = contact_.gaps(predicted_);
  for (Index i = 0; i < A_.size(); ++i) {
    const bool met = strict_ ? ahead[i] < -tolerance : ahead[i] <= tolerance;
    A_[i] = met || std::abs(gaps0_[i]) <= tolerance ? 1.0 : 0.0;
  }
}

void GeneralizedVariational::reflect(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  p_plus_ = p;
  const Vector& at = gradients_ == Gradients::start ? q : predicted_;
  to.report.merge(reflector_.reflect(q, at, h, A_, p_plus_, to.reflections));
  if (to.report.ok() && !to.reflections.empty())
    reflector_.log_impact(to.reflections, from.state, p_plus_, h, to.impacts);
}

void GeneralizedVariational::collect_smooth(const Vector& q) {
  const Tolerances& tolerance = system_.tolerances();
  const Vector& speeds = contact_.normal_speeds(q, p_plus_);
  for (Index i = 0; i < S_.size(); ++i)
    S_[i] = std::abs(speeds[i]) <= tolerance.speed && std::abs(gaps0_[i]) <= tolerance.gap;
}

void GeneralizedVariational::update_position(const Step& from, double h, Step& to) {
  const Vector& q = from.state.q;
  if (!to.reflections.empty()) to.report.merge(contact_.free_position(q, p_plus_, h, free_));
  to.state.q = free_;
  if (to.report.ok() && (S_.any() || system_.k() > 0))
    to.report.merge(
        contact_.position(q, p_plus_, h, S_, free_, from.force.lambda, to.state.q, to.force));
}

void GeneralizedVariational::update_momentum(const Vector& q0, double h, Step& to) {
  const double tolerance = system_.tolerances().gap;
  const Vector& gaps1 = contact_.gaps(to.state.q);
  for (Index i = 0; i < held_.size(); ++i) {
    held_[i] = S_[i] != 0.0 && std::abs(gaps1[i]) <= tolerance;
    weak_[i] = held_[i] != 0.0 && contact_.weak()[static_cast<size_t>(i)];
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

void GeneralizedVariational::clear_events(Step& to) {
  reflector_.recycle(to.impacts);
  reflector_.recycle(to.reflections);
}

}  // namespace ricochet
