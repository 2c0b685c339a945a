#include "ricochet/steppers/moreau_jean.hpp"

#include "ricochet/certify/moreau_jean_certifier.hpp"
#include "ricochet/linear/square_solver.hpp"
#include "ricochet/steppers/moreau_jean_problems.hpp"
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

Kernel energy_of(const System& s) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n());
  return {"energy", {q, p, s.parameter_symbols()}, {s.H(q, p)}};
}

Kernel momentum_of_velocity(const System& s) {
  const Expr v = Expr::sym("v", s.n());
  return {"momentum", {v, s.parameter_symbols()}, {mtimes(s.M(), v)}};
}

}  // namespace

std::string MoreauJean::why_not(const System& s) {
  if (!s.separable()) return "it needs a constant mass matrix (.M and .V), not a Lagrangian .L";
  if (s.specification().g.has_unions()) return "it takes no unions (add_any)";
  const std::string reason = not_rheonomic(
      s,
      "its contacts obey a law of momenta at one forecast of the step, for speeds G^T v without "
      "dg/dt, and its projections keep f(q) and omega v at 0; no variation in time tells how "
      "much of a wall's motion belongs to the step");
  return reason.empty() ? rubs_without_tangents(s) : reason;
}

MoreauJean::MoreauJean(const System& system) : MoreauJean(system, Options()) {}

MoreauJean::MoreauJean(const System& system, Options o)
    : Stepper(require(system, "moreau-jean", why_not(system))),
      info_(information()),
      direct_(o.backend.direct()),
      large_(direct_ && system.n() + system.k() > SquareSolver::largest_dense),
      forecast_(moreau_jean_forecast(system)),
      momentum_(momentum_of_velocity(system)),
      mean_momentum_(mean_velocity_momentum(system)),
      shift_(moreau_jean_shift(system)),
      motion_(o.backend, moreau_jean_motion(system)),
      contact_(system, o.backend),
      x_(system.n()),
      v0_(system.n()),
      gaps_(system.m()),
      end_(system.n()) {
  if (o.projection && system.k() > 0) position_.emplace(o.backend, moreau_jean_position(system));
  if (!system.specification().omega.empty()) energy_ = energy_of(system);
  if (position_) nearest_.emplace(system);
  if (position_ && direct_ && ChordProjection::pays(system)) chord_.emplace(system);
  parameters_changed();
  judged_by(certify_moreau_jean(system, o.projection));
}

std::unique_ptr<Stepper> MoreauJean::clone() const {
  return std::unique_ptr<Stepper>(new MoreauJean(*this));
}

void MoreauJean::accept(const System& changed) const {
  require(changed, info_.name, why_not(changed));
}

void MoreauJean::parameters_changed() {
  motion_.set(motion_.theta, system_.parameter_values());
  if (position_) position_->set(position_->theta, system_.parameter_values());
  if (nearest_) nearest_->set_parameters(system_);
  if (chord_) chord_->set_parameters(system_);
  contact_.set_parameters(system_);
}

void MoreauJean::step(const Step& from, double h, Step& to) {
  predict(from, h, to);  // [AB08]: x, C
  const bool free = to.contacts.predicted.empty();
  if (!free || large_) touch(from, h, to);      // v1 with Coulomb's law for C
  if (free && !to.report.ok()) to.report = {};  // large and solved by islands, or not yet
  const bool posed = to.report.ok() ? !direct_ : free;
  if (posed) move(from, h, to);        // q*, v1 under given impulses
  if (to.report.ok()) project(h, to);  // f(q1) = 0
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);
  to.state.t = from.state.t + h;
  if (energy_)
    (*energy_)({to.state.q, to.state.p, system_.parameter_values()}, {to.discrete_energy});
}

/// The contacts that are closed at q0 + h/2 v0, and the end of motion with the velocity of the
/// start.
void MoreauJean::predict(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  forecast_({q, p, h, system_.parameter_values()}, {x_, v0_, gaps_});
  for (Index i = 0; i < gaps_.size(); ++i)
    if (gaps_[i] <= system_.tolerances().gap) to.contacts.predicted.push_back(i);
  to.state.q = q + h * v0_;
  to.state.p.resize(system_.n());
}

/// The velocity and all impulses with contacts.
void MoreauJean::touch(const Step& from, double h, Step& to) {
  to.report = contact_.solve(from, h, x_, v0_, to);
  if (!to.report.ok()) return;
  to.state.q = from.state.q + 0.5 * h * (v0_ + contact_.velocity());
  momentum_({contact_.velocity(), system_.parameter_values()}, {to.state.p});
  for (const Index i : to.contacts.predicted)
    if (to.force.lambda[i] > 0.0) to.contacts.held.push_back(i);
}

/// The motion as a step problem, under the impulses of contacts if there are any.
void MoreauJean::move(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  motion_.set(motion_.q0, q);
  motion_.set(motion_.p0, p);
  motion_.set(motion_.t, t);
  motion_.set(motion_.h, h);
  motion_.set(motion_.push, contact_.push(to.force));
  motion_.start_at_zero();
  motion_.start(motion_.q1, to.state.q);
  motion_.start(motion_.nu, to.force.nu);
  motion_.start(motion_.kappa, to.force.kappa);
  to.report.merge(motion_.solve());
  if (!to.report.ok()) return;
  to.state.q = motion_[motion_.q1];
  to.force.nu = motion_[motion_.nu];
  to.force.kappa = motion_[motion_.kappa];
  mean_momentum_({q, p, to.state.q, h, system_.parameter_values()}, {to.state.p});
}

/// Along the gradients at x. Where a body folds or is stretched so much within the step that no
/// position lies on them, the nearest one.
void MoreauJean::project(double h, Step& to) {
  if (!position_) return;
  if (chord_ && chord_->solve(x_, h, to.state.q, to.force.xi)) return;
  StepReport report = project_along_gradients(h, to);
  const bool none = !report.ok() && report.status != StepStatus::not_finite;
  if (none && nearest_->solve(h, to.state.q, to.force.xi)) {
    report = {.status = StepStatus::converged, .statistics = report.statistics};
    ++report.statistics.fallbacks;
  }
  to.report.merge(report);
}

StepReport MoreauJean::project_along_gradients(double h, Step& to) {
  PositionCall& call = *position_;
  call.set(call.q, to.state.q);
  call.set(call.x, x_);
  call.set(call.h, h);
  call.start_at_zero();
  StepReport report = call.solve();
  if (!report.ok()) return report;
  to.force.xi = call[call.xi];
  end_ = to.state.q;
  shift_({end_, x_, to.force.xi, h, system_.parameter_values()}, {to.state.q});
  return report;
}

}  // namespace ricochet
