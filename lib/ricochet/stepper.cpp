#include "ricochet/stepper.hpp"

#include "ricochet/finite_sum.hpp"
#include "ricochet/step_equations.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <exception>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

/// The reason why (from, h) cannot be used; empty if it can.
std::string complaint(const System& s, const Step& from, double h) {
  const auto& [t, q, p] = from.state;
  if (!(std::isfinite(h) && h > 0.0)) return "the step size h must be positive, not " + brief(h);
  const Index n = s.n();
  if (q.size() != n || p.size() != n)
    return "q and p must have " + std::to_string(n) + " entries, not " + std::to_string(q.size()) +
           " and " + std::to_string(p.size());
  if (!std::isfinite(t)) return "the time t is " + brief(t);
  if (finite_sum(q) && finite_sum(p)) return {};
  for (Index i = 0; i < n; ++i) {
    if (!std::isfinite(q[i])) return "q[" + std::to_string(i) + "] is " + brief(q[i]);
    if (!std::isfinite(p[i])) return "p[" + std::to_string(i) + "] is " + brief(p[i]);
  }
  return {};
}

/// Most systems lack something, so that some vectors are empty.
void clear(Index size, Vector& v) {
  if (size > 0 || v.size() > 0) v.setZero(size);
}

/// Clears the results of an earlier step except its events. Storage is kept, with room for all
/// sets.
void clear(const System& s, bool predicts, Step& to) {
  to.report.reset();
  const Index m = s.m(), k = s.k();
  for (Vector* of_gaps : {&to.force.lambda, &to.force.mu}) clear(m, *of_gaps);
  for (Vector* of_equalities : {&to.force.nu, &to.force.xi}) clear(k, *of_equalities);
  clear(static_cast<Index>(s.specification().omega.size()), to.force.kappa);
  const Index tangents = s.contacts().tangents();
  for (Vector* of_tangents : {&to.force.rho, &to.force.pi}) clear(tangents, *of_tangents);
  for (auto* set :
       {&to.contacts.predicted, &to.contacts.smooth, &to.contacts.held, &to.contacts.weak}) {
    set->clear();
    set->reserve(static_cast<size_t>(m));
  }
  to.limited.clear();
  to.limited.reserve(static_cast<size_t>(m));
  clear(predicts ? s.n() : 0, to.predicted);
  to.discrete_energy = std::numeric_limits<double>::quiet_NaN();
  to.shadow = {};
}

}  // namespace

Stepper::Stepper(System system) : system_(std::move(system)) {}

Stepper::Stepper(const Stepper& other)
    : system_(other.system_),
      certifier_(other.certifier_ ? other.certifier_->clone() : nullptr),
      certify_steps_(other.certify_steps_) {}

void Stepper::judged_by(std::unique_ptr<StepCertifier> certifier) {
  certifier_ = std::move(certifier);
}

Certificate Stepper::certify(const Step& from, double h, const Step& to) {
  return certifier_ ? certifier_->certify(from, h, to) : Certificate{};
}

/// Adds the certificate of the method's certifier. A step that misses its limit has failed.
void Stepper::judge(const Step& from, double h, Step& to) {
  if (!certify_steps_ || !certifier_ || !to.report.ok()) return;
  const Certificate found = certifier_->certify(from, h, to);
  to.report.certified = true;
  to.report.certificate.merge(found);
  if (!found.ok())
    stay(from, to, StepStatus::certificate_missed,
         "the step as a whole: " + found.verdict() + " m, " + certifier_->culprit());
}

void Stepper::advance(const Step& from, double h, Step& to) {
  if (&from == &to) {
    to = advance(from, h);
    return;
  }
  try {
    clear(system_, info().predicts, to);
    clear_events(to);
    if (const std::string reason = complaint(system_, from, h); !reason.empty())
      stay(from, to, StepStatus::invalid_input, reason);
    else
      step(from, h, to);
    judge(from, h, to);
  } catch (const std::exception& error) {
    stay(from, to, StepStatus::backend_error, error.what());
  }
}

Step Stepper::advance(const Step& from, double h) {
  Step to;
  advance(from, h, to);
  return to;
}

void Stepper::set(const std::string& parameter, double value) {
  take(system_.with(parameter, value));
}

void Stepper::set(const std::vector<std::string>& parameters, const std::vector<double>& values) {
  take(system_.with(parameters, values));
}

std::unique_ptr<StepEquations> Stepper::step_equations() const {
  throw std::invalid_argument("Stepper '" + info().name +
                              "': it states no equations for derivatives; collision, "
                              "forced-collision, nonholonomic-collision, hybrid, discrete-smooth "
                              "and gvi do");
}

void Stepper::take(System changed) {
  accept(changed);
  system_ = std::move(changed);
  parameters_changed();
  if (certifier_) certifier_->set_parameters(system_);
}

void Stepper::accept(const System& /*changed*/) const {}

void Stepper::clear_events(Step& to) {
  to.impacts.clear();
  to.flights.clear();
  to.reflections.clear();
}

void stay(const Step& from, Step& to, StepStatus status, const std::string& message) {
  to.state = from.state;
  to.force = from.force;
  to.report.status = status;
  to.report.message = message;
}

}  // namespace ricochet
