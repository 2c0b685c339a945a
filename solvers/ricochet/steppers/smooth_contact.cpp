#include "ricochet/steppers/smooth_contact.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/step_symbols.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace ricochet {
namespace {

/// Symbols of one step, shared by the three problems.
struct Symbols : StepSymbols {
  explicit Symbols(const System& s) : StepSymbols(s), mask(Expr::sym("mask", s.m())) {}
  Expr mask;
};

/// A declared potential must be one: dP/dq1 = -D1 L_d, tested at a generic point.
void verify_potential(const System& s, const Discretization& d, const Symbols& z,
                      const Expr& potential) {
  const Expr mismatch = gradient(potential, z.q1) + d.D1Ld(s, z.q0, z.q1, z.h);
  Kernel kernel("mismatch", {z.q0, z.q1, z.h, z.theta}, {mismatch, d.D1Ld(s, z.q0, z.q1, z.h)});
  Vector q0(s.n()), q1(s.n()), difference(s.n()), force(s.n());
  for (Index i = 0; i < s.n(); ++i) {
    q0[i] = 0.7 + 0.31 * static_cast<double>(i);
    q1[i] = 0.9 + 0.29 * static_cast<double>(i);
  }
  kernel({q0, q1, 0.1, s.parameter_values()}, {difference, force});
  if (difference.norm() > 1e-9 * (1.0 + force.norm()))
    throw std::invalid_argument("Discretization '" + d.name() +
                                "': its potential P must satisfy dP/dq1 = -D1 L_d");
}

}  // namespace

StepProblem free_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr residual = z.p0 + d.D1Ld(s, z.q0, z.q1, z.h);  // [KP12] (8.1)
  return {.name = "free position",
          .kind = Kind::square_system,
          .unknowns = {{"q1", z.q1, Meaning::position}},
          .parameters = {{"q0", z.q0}, {"p0", z.p0}, {"h", z.h}, {"theta", z.theta}},
          .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics}},
          .length = s.length()};
}

StepProblem position_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr G = s.G(z.q0), F = s.F(z.q0);
  const Expr push = mtimes(G, lambda) + mtimes(F, nu);
  const Expr residual = z.p0 + d.D1Ld(s, z.q0, z.q1, z.h) + push;  // [KP12] (5.6), (7.3), (7.8)
  const Expr W_g = reach(s, G, z.h), W_f = reach(s, F, z.h);
  StepProblem problem{
      .name = "position",
      .kind = Kind::complementarity,
      .unknowns = {{"q1", z.q1, Meaning::position}, {"lambda", lambda}, {"nu", nu}},
      .parameters = {{"q0", z.q0}, {"p0", z.p0}, {"h", z.h}, {"mask", z.mask}, {"theta", z.theta}},
      .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics},
                     {"equalities", s.f(z.q1), Meaning::equality, equality_names(s)}},
      .complement_a = lambda,  // [KP12] (5.7), (7.4)
      .complement_b = {{"gaps", s.g(z.q1), Meaning::gap, gap_names(s)}},
      .pair_on = z.mask,
      .pair_scale = W_g,
      .unknown_scale = natural_sizes(Expr::ones(s.n()), W_g, W_f),
      .length = s.length()};
  if (const Expr potential = d.potential(s, z.q0, z.q1, z.h); given(potential)) {
    verify_potential(s, d, z, potential);
    problem.potential = potential - dot(z.p0, z.q1);
    problem.push = push;
  }
  return problem;
}

StepProblem momentum_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr y = Expr::sym("y", s.n()), mu = Expr::sym("mu", s.m()), xi = Expr::sym("xi", s.k());
  const Expr G = s.G(z.q1), F = s.F(z.q1);
  const double time = s.specification().time;
  const Expr W_g = reach(s, G, time), W_f = reach(s, F, time);
  const Expr v = s.velocity(y), inertia = 1.0 / diag(s.velocity(Expr::eye(s.n())));
  const Expr residual =
      y - d.D2Ld(s, z.q0, z.q1, z.h) - mtimes(G, mu) - mtimes(F, xi);  // [KP12] (5.8), (7.5), (7.9)
  const Expr tangential = z.mask * (time * mtimes(G.T(), v)) + (1.0 - z.mask) * W_g * mu;  // (5.9)
  return {
      .name = "momentum",
      .kind = Kind::linear_projection,
      .unknowns = {{"y", y}, {"mu", mu}, {"xi", xi}},
      .parameters = {{"q0", z.q0}, {"q1", z.q1}, {"h", z.h}, {"mask", z.mask}, {"theta", z.theta}},
      .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics},
                     {"speeds", tangential, Meaning::tangency, gap_names(s)},
                     {"hidden equalities", time * mtimes(F.T(), v), Meaning::hidden,
                      equality_names(s)}},
      .unknown_scale = natural_sizes(densify(inertia) / time, W_g, W_f),
      .length = s.length()};
}

SmoothContact::SmoothContact(const System& s, const Discretization& d, const Backend& backend)
    : n_(s.n()),
      free_(backend, free_problem(s, d)),
      position_(backend, position_problem(s, d)),
      momentum_(backend, momentum_problem(s, d)),
      g_(s.m()),
      speed_(s.m()) {
  const Symbols z(s);
  gaps_ = Kernel("gaps", {z.q0, z.theta}, {s.g(z.q0)});
  speeds_ = Kernel("speeds", {z.q0, z.p0, z.theta}, {mtimes(s.G(z.q0).T(), s.velocity(z.p0))});
  D2Ld_ = Kernel("D2Ld", {z.q0, z.q1, z.h, z.theta}, {d.D2Ld(s, z.q0, z.q1, z.h)});
  set_parameters(s);
}

void SmoothContact::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  free_.set(free_.theta, theta_);
  position_.set(position_.theta, theta_);
  momentum_.set(momentum_.theta, theta_);
}

StepReport SmoothContact::free_position(const Vector& q, const Vector& p, double h, Vector& x) {
  FreeCall& call = free_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.start(call.q1, q);
  StepReport report = call.solve();
  if (report.ok()) x = call[call.q1];
  return report;
}

StepReport SmoothContact::position(const Vector& q, const Vector& p, double h, const Mask& mask,
                                   const Vector& predicted, const Vector& hint, Vector& x,
                                   Multipliers& force) {
  PositionCall& call = position_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.start_at_zero();
  call.start(call.q1, predicted);
  StepReport report = call.solve(hint);
  if (!report.ok()) return report;
  x = call[call.q1];
  force.lambda = call[call.lambda];
  force.nu = call[call.nu];
  return report;
}

StepReport SmoothContact::momentum(const Vector& q0, const Vector& q1, double h, const Mask& mask,
                                   Vector& y, Multipliers& force) {
  StepReport report = discrete_momentum(q0, q1, h, y);
  if (!report.ok()) return report;
  MomentumCall& call = momentum_;
  call.set(call.q0, q0);
  call.set(call.q1, q1);
  call.set(call.h, h);
  call.set(call.mask, mask);
  call.start_at_zero();
  call.start(call.y, y);
  report = call.solve();
  if (!report.ok()) return report;
  y = call[call.y];
  force.mu = call[call.mu];
  force.xi = call[call.xi];
  return report;
}

StepReport SmoothContact::discrete_momentum(const Vector& q0, const Vector& q1, double h,
                                            Vector& y) {
  y.resize(n_);
  D2Ld_({q0, q1, h, theta_}, {y});
  StepReport report{.status = StepStatus::converged};
  if (!y.allFinite()) report = {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
  return report;
}

const Vector& SmoothContact::gaps(const Vector& q) {
  gaps_({q, theta_}, {g_});
  return g_;
}

const Vector& SmoothContact::normal_speeds(const Vector& q, const Vector& p) {
  speeds_({q, p, theta_}, {speed_});
  return speed_;
}

void pack(std::initializer_list<In> parts, Vector& into) {
  double* to = into.data();
  for (const In& part : parts) to = std::copy_n(part.data, part.size, to);
  assert(to == into.data() + into.size());
}

void indices(const Mask& mask, std::vector<Index>& out) {
  out.clear();
  for (Index i = 0; i < mask.size(); ++i)
    if (mask[i] != 0.0) out.push_back(i);
}

}  // namespace ricochet
