#include "ricochet/steppers/rattle.hpp"

#include "ricochet/certify/rattle_certifier.hpp"
#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/requirements.hpp"

#include <utility>

namespace ricochet {
namespace {

StepperInfo information(const System& s) {
  const bool free = s.specification().forces.empty();
  return {.name = "rattle",
          .citation = "[BCEL24]",
          .order = 2,
          .bilateral_order = 2,
          .contact_order = 2,
          .symplectic = free,
          .symmetric = free,
          .impacts = true,
          .conserves_momentum_maps = free};
}

/// The second stage: unknowns (p1, P = R1 + R2, xi), linear but for the complementarity. `push` are
/// impulses at the end that are given.
StepProblem velocity_problem(const System& s) {
  const Index n = s.n();
  const Expr q0 = Expr::sym("q0", n), p0 = Expr::sym("p0", n), q1 = Expr::sym("q1", n);
  const Expr h = Expr::sym("h"), mask = Expr::sym("mask", s.m()), R1 = Expr::sym("R1", s.m());
  const Expr push = Expr::sym("push", n);
  const Expr p1 = Expr::sym("p1", n), P = Expr::sym("P", s.m()), xi = Expr::sym("xi", s.k());
  const Expr G = s.G(q1), F = s.F(q1), v1 = s.velocity(p1);
  const double time = s.specification().time;
  const Discretization rule = verlet();
  const Expr t = Expr::sym("t"), driven = force_at_end(s, rule, q0, (q1 - q0) / h, t, h);
  const Expr residual =
      p1 - rule.D2Ld(s, q0, q1, h) - driven - mtimes(G, P - R1) - mtimes(F, xi) - push;
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
                         {"push", push},
                         {"theta", s.parameter_symbols()},
                         {"t", t}},
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

constexpr int most_iterations = 60;  // of the first stage with friction

}  // namespace

Rattle::Rattle(const System& system) : Rattle(system, Options()) {}

Rattle::Rattle(const System& system, Options o)
    : Stepper(require(system, "rattle", why_not(system))),
      info_(information(system)),
      direct_(o.backend.direct()),
      contact_(system, verlet(), o.backend),
      velocity_(o.backend, velocity_problem(system)),
      push_(Vector::Zero(system.n())),
      every_(Mask::Ones(system.m())),
      none_(Mask::Zero(system.m())),
      near_(none_),
      closed_(none_) {
  if (system.m() > 0) {
    rough_.emplace(system, o.backend, o.limit);
    nearest_.emplace(system, verlet(), o.backend);
  }
  parameters_changed();
  judged_by(certify_rattle(system, o.limit));
}

std::string Rattle::why_not(const System& s) {
  const std::string moves = not_rheonomic(
      s,
      "its second stage compares speeds G^T v at both ends of the step without dg/dt, and its "
      "variation keeps the time of both ends, so that what moves would work unaccounted");
  for (const std::string& reason : {not_plain_but_forced(s), moves})
    if (!reason.empty()) return reason;
  return rubs_without_tangents(s);
}

std::unique_ptr<Stepper> Rattle::clone() const {
  return std::unique_ptr<Stepper>(new Rattle(*this));
}

void Rattle::accept(const System& changed) const { require(changed, info_.name, why_not(changed)); }

void Rattle::parameters_changed() {
  contact_.set_parameters(system_);
  velocity_.set(velocity_.theta, system_.parameter_values());
  if (rough_) rough_->set_parameters(system_);
  if (nearest_) nearest_->set_parameters(system_);
  rubs_ = system_.m() > 0 && system_.contact_values().row(1).maxCoeff() > 0.0;
}

void Rattle::step(const Step& from, double h, Step& to) {
  contact_.begin_at(from.state.t);
  found_nearest_ = false;
  // [BCEL24]: p_half, q1, R1, rho1; positions are admissible
  rubs_ ? first_rough_stage(from, h, to) : first_stage(from, h, to);
  if (!to.report.ok() && to.report.status != StepStatus::not_finite) first_stage_again(from, h, to);
  if (to.report.ok())  // p1, R2, rho2; velocities are
    rubs_ ? second_rough_stage(from, h, to) : second_stage(from, h, to);
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
  choose_closed(to.state.q);
}

void Rattle::choose_closed(const Vector& q1) {
  const Vector& gaps = contact_.gaps(q1);
  for (Index i = 0; i < closed_.size(); ++i)
    closed_[i] = gaps[i] <= system_.tolerances().gap ? 1.0 : 0.0;
}

/// The nearest admissible position, where none was found along G(q0).
void Rattle::first_stage_again(const Step& from, double h, Step& to) {
  if (!nearest_) return;
  const StepReport found = nearest_->solve(from, h, to);
  to.report.statistics.add(found.statistics);
  ++to.report.statistics.fallbacks;
  if (!found.ok()) return;
  found_nearest_ = true;
  to.report.status = found.status;
  to.report.message.clear();
  to.report.certificate = found.certificate;
  to.force.rho.setZero();
  to.contacts.predicted.clear();
  choose_near(from.state.q, to);
  choose_closed(to.state.q);
  rough_->begin(from, to);
  rough_->read_way(from.state.q, to.state.q, h);
}

/// Momenta; a projection if nothing is closed, the discrete momentum if nothing is constrained.
void Rattle::second_stage(const Step& from, double h, Step& to) {
  to.report.merge(contact_.discrete_momentum(from.state.q, to.state.q, h, to.state.p));
  if (!to.report.ok() || (system_.k() == 0 && !closed_.any())) return;
  push_.setZero();
  p_ = to.state.p;
  const StepReport before = to.report;
  solve_velocity(from, h, closed_, to);
  indices(closed_, to.contacts.held);
  if (to.report.ok()) {
    to.force.mu = velocity_[velocity_.P] - to.force.lambda;
    if (closed_.any()) to.report.merge(rough_->limit_smooth(way(from, h), p_, to));
  } else if (rough_) {
    second_stage_again(from, h, before, to);
  }
}

/// Contacts whose gradients depend on each other can defeat the search for an active set. Impulses
/// that move them as the law says exist all the same.
void Rattle::second_stage_again(const Step& from, double h, const StepReport& before, Step& to) {
  const StepReport failed = std::exchange(to.report, before);
  to.report.statistics = failed.statistics;
  ++to.report.statistics.fallbacks;
  to.report.merge(rough_->finish_smooth(way(from, h), p_, to));
  if (!to.report.ok()) to.report.message += "; before: " + failed.message;
}

/// p1 and xi, and P of the contacts in the mask, under the impulses push_.
void Rattle::solve_velocity(const Step& from, double h, const Mask& mask, Step& to) {
  const auto& [t, q, p] = from.state;
  VelocityCall& call = velocity_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.q1, to.state.q);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.set(call.R1, &mask == &none_ ? none_ : to.force.lambda);
  call.set(call.push, push_);
  call.set(call.t, t);
  call.start_at_zero();
  call.start(call.p1, to.state.p);
  to.report.merge(call.solve());
  if (!to.report.ok()) return;
  to.state.p = call[call.p1];
  to.force.xi = call[call.xi];
}

/// The contacts that are closed at the start or that a motion without them closes, then Coulomb
/// problems and motions in turn.
void Rattle::first_rough_stage(const Step& from, double h, Step& to) {
  predicted_ = from.state.q;
  to.report = move(from, h, from.state.p, to);
  if (!to.report.ok()) return;
  choose_near(from.state.q, to);
  if (to.contacts.predicted.empty()) return;
  rough_->begin(from, to);
  for (int i = 0; i < most_iterations; ++i) {
    to.report.merge(rough_->improve(from, h, to));
    if (!to.report.ok() || rough_->settled()) return;
    p_ = from.state.p + rough_->push(to.force);
    predicted_ = to.state.q;
    to.report.merge(move(from, h, p_, to));
    if (!to.report.ok()) return;
  }
  to.report.status = StepStatus::iteration_limit;
  to.report.message = "gaps and slips of the first stage do not settle: " +
                      system_.contacts().names(to.contacts.predicted);
}

/// q1 of a motion that begins with the momentum p, with equalities and without contacts; the
/// search begins at predicted_.
StepReport Rattle::move(const Step& from, double h, const Vector& p, Step& to) {
  if (system_.k() == 0) return contact_.free_position(from.state.q, p, h, to.state.q);
  StepReport report =
      contact_.position(from.state.q, p, h, none_, predicted_, no_hint_, to.state.q, reactions_);
  if (report.ok()) to.force.nu = reactions_.nu;
  return report;
}

void Rattle::choose_near(const Vector& q0, Step& to) {
  const double tolerance = system_.tolerances().gap;
  near_ = contact_.gaps(q0);
  near_ = near_.cwiseMin(contact_.gaps(to.state.q));
  for (Index i = 0; i < near_.size(); ++i)
    if (!(near_[i] > tolerance)) to.contacts.predicted.push_back(i);
}

void Rattle::second_rough_stage(const Step& from, double h, Step& to) {
  to.report.merge(contact_.discrete_momentum(from.state.q, to.state.q, h, to.state.p));
  if (!to.report.ok()) return;
  if (!to.contacts.predicted.empty()) {
    const Vector& gaps = contact_.gaps(to.state.q);
    for (Index i = 0; i < gaps.size(); ++i)
      if (gaps[i] <= system_.tolerances().gap) to.contacts.held.push_back(i);
  }
  if (system_.k() == 0 && to.contacts.held.empty()) return;
  p_ = to.state.p;
  to.report.merge(rough_->finish(way(from, h), p_, to));
  if (!to.report.ok() || direct_) return;
  push_ = rough_->end_push(to.force);
  solve_velocity(from, h, none_, to);
}

}  // namespace ricochet
