#include "ricochet/steppers/discrete_smooth.hpp"

#include "ricochet/certify/variational_certifier.hpp"
#include "ricochet/derivatives/smooth_equations.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const System& s, const DiscreteSmooth::Options& o) {
  const bool smooth = o.gradients == Gradients::active && o.projection;
  const bool keeps = smooth && s.specification().forces.empty();
  return {.name = "discrete-smooth",
          .citation = "[KP12] (5.6)-(5.9)",
          .order = o.discretization.order(),
          .bilateral_order = o.discretization.order(),
          .contact_order = o.discretization.order(),
          .symplectic = keeps,
          .symmetric = keeps && !s.rheonomic() && o.discretization.symmetric(),
          .impacts = false,
          .predicts = true,
          .conserves_momentum_maps = keeps};
}

const System& checked(const System& s, const DiscreteSmooth::Options& o) {
  if (o.gradients != Gradients::active && o.gradients != Gradients::all)
    throw std::invalid_argument(
        "Stepper 'discrete-smooth': gradients must be active or all; start and predictor belong "
        "to gvi");
  require_points_of_forces(s, o.discretization, "discrete-smooth");
  return require(s, "discrete-smooth", DiscreteSmooth::why_not(s));
}

}  // namespace

std::string DiscreteSmooth::why_not(const System& s) { return not_plain_but_forced_and_elastic(s); }

DiscreteSmooth::DiscreteSmooth(const System& system) : DiscreteSmooth(system, Options()) {}

DiscreteSmooth::DiscreteSmooth(const System& system, Options options)
    : Stepper(checked(system, options)),
      info_(information(system, options)),
      discretization_(options.discretization),
      gradients_(options.gradients),
      projection_(options.projection),
      contact_(system, options.discretization, options.backend),
      pushing_(Mask::Zero(system.m())),
      held_(pushing_),
      near_(pushing_),
      weak_(pushing_) {
  using Claims = VariationalClaims;
  judged_by(certify_variational(
      system, options.discretization,
      {.act = gradients_ == Gradients::all ? Claims::Act::end : Claims::Act::start,
       .end = projection_ ? Claims::End::projection : Claims::End::none}));
}

std::unique_ptr<Stepper> DiscreteSmooth::clone() const {
  return std::unique_ptr<Stepper>(new DiscreteSmooth(*this));
}

std::unique_ptr<StepEquations> DiscreteSmooth::step_equations() const {
  if (gradients_ != Gradients::active || !projection_)
    throw std::invalid_argument(
        "Derivatives of steps by discrete-smooth: only those of gradients = active with projection "
        "are covered; take these");
  return std::make_unique<SmoothEquations>(system_, discretization_, info_.name);
}

void DiscreteSmooth::accept(const System& changed) const {
  require(changed, info_.name, not_elastic(changed));
}

void DiscreteSmooth::parameters_changed() { contact_.set_parameters(system_); }

void DiscreteSmooth::step(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  contact_.begin_at(t);
  gaps0_ = contact_.gaps(q);
  if (const std::string reason = not_smooth_at_start(q, p); !reason.empty())
    return stay(from, to, StepStatus::not_smooth, reason);

  to.report = contact_.free_position(q, p, h, predicted_);  // [KP12] (8.1)
  to.state.q = to.predicted = predicted_;
  if (to.report.ok() && (pushing_.any() || system_.k() > 0))
    to.report.merge(contact_.position(q, p, h, pushing_, predicted_, from.force.lambda, to.state.q,
                                      to.force));  // (5.6)-(5.7)
  if (to.report.ok()) update_momentum(q, h, to);   // (5.8)-(5.9)
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);
  if (const std::string reason = newly_violated(to.state.q, h); !reason.empty())
    return stay(from, to, StepStatus::not_smooth, reason);
  to.state.t = t + h;
}

/// Decides who may push, and names a contact that is closed but not tangential.
std::string DiscreteSmooth::not_smooth_at_start(const Vector& q, const Vector& p) {
  const Tolerances& tolerance = system_.tolerances();
  const Vector& speeds = contact_.normal_speeds(q, p);
  const bool takes_any_speed = gradients_ == Gradients::all && !projection_;
  for (Index i = 0; i < pushing_.size(); ++i) {
    const bool closed = std::abs(gaps0_[i]) <= tolerance.gap;
    pushing_[i] = closed || gradients_ == Gradients::all ? 1.0 : 0.0;
    if (closed && !takes_any_speed && !(std::abs(speeds[i]) <= tolerance.speed))
      return "contact '" + system_.gap_name(i) + "' is closed with normal velocity " +
             brief(speeds[i]) + " m/s, expected 0";
  }
  return {};
}

/// Names a contact that was open or closed at the start and that the step violates.
std::string DiscreteSmooth::newly_violated(const Vector& q1, double h) {
  const double tolerance = system_.tolerances().gap;
  const Vector& gaps1 = contact_.gaps(q1, h);
  for (Index i = 0; i < gaps1.size(); ++i)
    if (gaps0_[i] >= -tolerance && !(gaps1[i] >= -tolerance))
      return "the step would violate '" + system_.gap_name(i) + "', g = " + brief(gaps1[i]) +
             " m, which was not in smooth contact";
  return {};
}

void DiscreteSmooth::update_momentum(const Vector& q0, double h, Step& to) {
  const double tolerance = system_.tolerances().gap;
  const Vector& predicted_gaps = contact_.gaps(predicted_, h);
  for (Index i = 0; i < near_.size(); ++i)
    near_[i] = predicted_gaps[i] <= tolerance || std::abs(gaps0_[i]) <= tolerance;
  const Vector& gaps1 = contact_.gaps(to.state.q, h);
  for (Index i = 0; i < held_.size(); ++i) {
    held_[i] = pushing_[i] != 0.0 && std::abs(gaps1[i]) <= tolerance;
    weak_[i] = held_[i] != 0.0 && contact_.weak(i);
  }
  indices(near_, to.contacts.predicted);
  indices(pushing_, to.contacts.smooth);
  indices(held_, to.contacts.held);
  indices(weak_, to.contacts.weak);
  if (projection_ && (held_.any() || system_.k() > 0))
    to.report.merge(contact_.momentum(q0, to.state.q, h, held_, to.state.p, to.force));
  else
    to.report.merge(contact_.discrete_momentum(q0, to.state.q, h, to.state.p));
}

}  // namespace ricochet
