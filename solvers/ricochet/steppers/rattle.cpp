#include "ricochet/steppers/rattle.hpp"

#include "ricochet/certify/variational_certifier.hpp"
#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/requirements.hpp"

#include <utility>

namespace ricochet {
namespace {

StepperInfo information() {
  return {.name = "rattle",
          .citation = "[BCEL24] without friction",
          .order = 2,
          .bilateral_order = 2,
          .contact_order = 2,
          .symplectic = true,
          .symmetric = true,
          .impacts = true,
          .conserves_momentum_maps = true};
}

/// The second stage: unknowns (p1, P = R1 + R2, xi), linear but for the complementarity.
StepProblem velocity_problem(const System& s) {
  const Index n = s.n();
  const Expr q0 = Expr::sym("q0", n), p0 = Expr::sym("p0", n), q1 = Expr::sym("q1", n);
  const Expr h = Expr::sym("h"), mask = Expr::sym("mask", s.m()), R1 = Expr::sym("R1", s.m());
  const Expr p1 = Expr::sym("p1", n), P = Expr::sym("P", s.m()), xi = Expr::sym("xi", s.k());
  const Expr G = s.G(q1), F = s.F(q1), v1 = s.velocity(p1);
  const double time = s.specification().time;
  const Expr residual = p1 - verlet().D2Ld(s, q0, q1, h) - mtimes(G, P - R1) - mtimes(F, xi);
  const Expr before = mtimes(s.G(q0).T(), s.velocity(p0));
  return {.name = "second stage of RATTLE",
          .kind = Kind::complementarity,
          .unknowns = {{"p1", p1}, {"P", P}, {"xi", xi}},
          .parameters = {{"q0", q0},
                         {"p0", p0},
                         {"q1", q1},
                         {"h", h},
                         {"mask", mask},
                         {"R1", R1},
                         {"theta", s.parameter_symbols()}},
          .equalities = {{"dynamics", h * s.velocity(residual), Meaning::dynamics},
                         {"hidden equalities", time * mtimes(F.T(), v1), Meaning::hidden,
                          equality_names(s)}},
          .complement_a = P,
          .complement_b = {{"speeds", time * (mtimes(G.T(), v1) + restitution(s) * before),
                            Meaning::tangency, gap_names(s)}},
          .pair_on = mask,
          .pair_scale = reach(s, G, time),
          .length = s.length()};
}

}  // namespace

Rattle::Rattle(const System& system) : Rattle(system, Options()) {}

Rattle::Rattle(const System& system, Options o)
    : Stepper(require(system, "rattle", not_plain_and_frictionless(system))),
      info_(information()),
      contact_(system, verlet(), o.backend),
      velocity_(o.backend, velocity_problem(system)),
      every_(Mask::Ones(system.m())),
      near_(Mask::Zero(system.m())),
      closed_(near_) {
  parameters_changed();
  judged_by(certify_variational(system, verlet(),
                                {.act = VariationalClaims::Act::end,
                                 .end = VariationalClaims::End::restitution,
                                 .predicts = false}));
}

std::unique_ptr<Stepper> Rattle::clone() const {
  return std::unique_ptr<Stepper>(new Rattle(*this));
}

void Rattle::accept(const System& changed) const {
  require(changed, info_.name, not_frictionless(changed));
}

void Rattle::parameters_changed() {
  contact_.set_parameters(system_);
  velocity_.set(velocity_.theta, system_.parameter_values());
}

void Rattle::step(const Step& from, double h, Step& to) {
  first_stage(from, h, to);  // [BCEL24]: p_half, q1, R1; positions are admissible
  if (to.report.ok()) second_stage(from, h, to);  // p1, R2; velocities are
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);
  to.state.t = from.state.t + h;
}

/// Positions. Away from constraints this is the free step.
void Rattle::first_stage(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  to.report = contact_.free_position(q, p, h, predicted_);
  if (!to.report.ok()) return;
  const double tolerance = system_.tolerances().gap;
  const Vector& ahead = contact_.gaps(predicted_);
  bool admissible = true;
  for (Index i = 0; i < near_.size(); ++i) {
    near_[i] = ahead[i] <= tolerance ? 1.0 : 0.0;
    if (!(ahead[i] >= 0.0)) admissible = false;
  }
  indices(near_, to.contacts.predicted);
  to.state.q = predicted_;
  closed_.setZero();
  if (admissible && system_.k() == 0) return;

  to.report.merge(
      contact_.position(q, p, h, every_, predicted_, from.force.lambda, to.state.q, to.force));
  if (!to.report.ok()) return;
  const Vector& gaps = contact_.gaps(to.state.q);
  for (Index i = 0; i < closed_.size(); ++i) closed_[i] = gaps[i] <= tolerance ? 1.0 : 0.0;
}

/// Momenta; a projection if nothing is closed, the discrete momentum if nothing is constrained.
void Rattle::second_stage(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  to.report.merge(contact_.discrete_momentum(q, to.state.q, h, to.state.p));
  if (!to.report.ok() || (system_.k() == 0 && !closed_.any())) return;
  VelocityCall& call = velocity_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.q1, to.state.q);
  call.set(call.h, h);
  call.set(call.mask, closed_);
  call.set(call.R1, to.force.lambda);
  call.start_at_zero();
  call.start(call.p1, to.state.p);
  to.report.merge(call.solve());
  if (!to.report.ok()) return;
  to.state.p = call[call.p1];
  to.force.mu = call[call.P] - to.force.lambda;
  to.force.xi = call[call.xi];
  indices(closed_, to.contacts.held);
}

}  // namespace ricochet
