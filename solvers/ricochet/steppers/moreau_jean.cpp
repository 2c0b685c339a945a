#include "ricochet/steppers/moreau_jean.hpp"

#include "ricochet/certify/rule_certifier.hpp"
#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/steppers/step_symbols.hpp"

#include <utility>

namespace ricochet {
namespace {

StepperInfo information() {
  return {.name = "moreau-jean",
          .citation = "[AB08] with theta = 1/2",
          .order = 2,
          .bilateral_order = 1,
          .symplectic = false,
          .symmetric = false,
          .impacts = true,
          .conserves_momentum_maps = false};
}

/// Gaps half a step ahead, and the position a step ahead, of motion with the velocity of the start.
Kernel forecast(const System& s) {
  const auto [q0, p0, q1, h, theta] = StepSymbols(s);
  const Expr v0 = s.velocity(p0);
  return {"forecast", {q0, p0, h, theta}, {s.g(q0 + 0.5 * h * v0), q0 + h * v0}};
}

StepProblem step_problem(const System& s) {
  const auto [q0, p0, q1, h, theta] = StepSymbols(s);
  const Expr mask = Expr::sym("mask", s.m());
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr v0 = s.velocity(p0), v1 = 2.0 / h * (q1 - q0) - v0, ahead = q0 + 0.5 * h * v0;
  const Expr G = s.G(ahead), F = s.F(ahead);
  const Expr slopes = gradient(s.V(q0), q0) + gradient(s.V(q1), q1);
  const Expr push = mtimes(G, lambda) + mtimes(F, nu);
  const Expr residual = mtimes(s.M(), v1) - p0 + 0.5 * h * slopes - push;
  const double time = s.specification().time;
  return {
      .name = "Moreau-Jean step",
      .kind = Kind::complementarity,
      .unknowns = {{"q1", q1}, {"lambda", lambda}, {"nu", nu}},
      .parameters = {{"q0", q0}, {"p0", p0}, {"h", h}, {"mask", mask}, {"theta", theta}},
      .equalities = {{"dynamics", h * s.velocity(residual), Meaning::dynamics},
                     {"hidden equalities", time * mtimes(F.T(), v1), Meaning::hidden,
                      equality_names(s)}},
      .complement_a = lambda,
      .complement_b = {{"speeds", time * (mtimes(G.T(), v1) + restitution(s) * mtimes(G.T(), v0)),
                        Meaning::tangency, gap_names(s)}},
      .pair_on = mask,
      .pair_scale = reach(s, G, time),
      .unknown_scale = natural_sizes(Expr::ones(s.n()), reach(s, G, 0.5 * h), reach(s, F, 0.5 * h)),
      .length = s.length()};
}

}  // namespace

MoreauJean::MoreauJean(const System& system) : MoreauJean(system, Options()) {}

MoreauJean::MoreauJean(const System& system, Options o)
    : Stepper(require(system, "moreau-jean", not_plain_and_frictionless(system))),
      info_(information()),
      forecast_(forecast(system)),
      momentum_(mean_velocity_momentum(system)),
      step_(o.backend, step_problem(system)),
      gaps_(system.m()),
      on_(Mask::Zero(system.m())) {
  parameters_changed();
  judged_by(certify_moreau_jean(system));
}

std::unique_ptr<Stepper> MoreauJean::clone() const {
  return std::unique_ptr<Stepper>(new MoreauJean(*this));
}

void MoreauJean::accept(const System& changed) const {
  require(changed, info_.name, not_frictionless(changed));
}

void MoreauJean::parameters_changed() { step_.set(step_.theta, system_.parameter_values()); }

void MoreauJean::step(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  const Vector& theta = system_.parameter_values();
  predict(from, h, to);  // [AB08]: contacts closed in the middle of the step
  step_.set(step_.q0, q);
  step_.set(step_.p0, p);
  step_.set(step_.h, h);
  step_.set(step_.mask, on_);
  step_.start_at_zero();
  step_.start(step_.q1, to.state.q);
  to.report = step_.solve();  // theta = 1/2, with Newton's law for these contacts
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);

  to.state.t = t + h;
  to.state.q = step_[step_.q1];
  to.force.lambda = step_[step_.lambda];
  to.force.nu = step_[step_.nu];
  momentum_({q, p, to.state.q, h, theta}, {to.state.p});
  to.contacts.held.clear();
  for (Index i = 0; i < on_.size(); ++i)
    if (on_[i] != 0.0 && step_.solution().active[static_cast<size_t>(i)])
      to.contacts.held.push_back(i);
}

/// The contacts with g(q0 + h/2 v0) <= 0, and the end of motion with the velocity of the start.
void MoreauJean::predict(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  to.state.q.resize(system_.n());
  to.state.p.resize(system_.n());
  forecast_({q, p, h, system_.parameter_values()}, {gaps_, to.state.q});
  for (Index i = 0; i < on_.size(); ++i) on_[i] = gaps_[i] <= 0.0 ? 1.0 : 0.0;
  indices(on_, to.contacts.predicted);
}

}  // namespace ricochet
