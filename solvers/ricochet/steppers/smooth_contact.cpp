#include "ricochet/steppers/smooth_contact.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/extremes.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/step_symbols.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <stdexcept>

namespace ricochet {
namespace {

constexpr double certified = 1e-11;  // of the length: limit of the certificate
constexpr double roundoff = 1e-15;   // of the length: nothing left to gain

bool forced(const System& s) { return !s.specification().forces.empty(); }
bool timed(const System& s) { return forced(s) || s.rheonomic(); }

/// Symbols of one step, shared by the three problems.
struct Symbols : StepSymbols {
  explicit Symbols(const System& s)
      : StepSymbols(s),
        t(timed(s) ? Expr::sym("t") : Expr(0, 1)),
        mask(Expr::sym("mask", s.m())),
        now(timed(s) ? s.at(t) : s),
        then(now.later(h)) {}
  Expr t;  // when the step begins; of size 0 without forces and drives
  Expr mask;
  System now, then;  // at the start and at the end

  /// The part of a step in the momentum at its start, D1 L_d + F-, and at its end, D2 L_d + F+.
  [[nodiscard]] Expr start_part(const System& s, const Discretization& d) const {
    const Expr free = d.D1Ld(now, q0, q1, h);
    return forced(s) ? Expr(free + force_at_start(s, d, q0, (q1 - q0) / h, t, h)) : free;
  }
  [[nodiscard]] Expr end_part(const System& s, const Discretization& d) const {
    const Expr free = d.D2Ld(now, q0, q1, h);
    return forced(s) ? Expr(free + force_at_end(s, d, q0, (q1 - q0) / h, t, h)) : free;
  }
};

/// A declared potential must be one: dP/dq1 = -D1 L_d, tested at a generic point.
void verify_potential(const System& s, const Discretization& d, const Symbols& z,
                      const Expr& potential) {
  const Expr force_at_q0 = d.D1Ld(z.now, z.q0, z.q1, z.h);
  Kernel kernel("mismatch", {z.q0, z.q1, z.h, z.theta, z.t},
                {gradient(potential, z.q1) + force_at_q0, force_at_q0});
  Vector q0(s.n()), q1(s.n()), difference(s.n()), force(s.n());
  for (Index i = 0; i < s.n(); ++i) {
    q0[i] = 0.7 + 0.31 * static_cast<double>(i);
    q1[i] = 0.9 + 0.29 * static_cast<double>(i);
  }
  const Vector t = Vector::Constant(z.t.size1(), 0.37);
  kernel({q0, q1, 0.1, s.parameter_values(), t}, {difference, force});
  if (difference.norm() > 1e-9 * (1.0 + force.norm()))
    throw std::invalid_argument("Discretization '" + d.name() +
                                "': its potential P must satisfy dP/dq1 = -D1 L_d");
}

/// Where the equations of the free position are linear in it with a constant diagonal matrix, one
/// step of Newton's method from q0 is the answer: (q0, p0, h, theta, t) -> (q1, rows at q1). None
/// otherwise.
std::optional<Kernel> explicit_free_position(const System& s, const Discretization& d) {
  const StepProblem p = free_problem(s, d);
  const Expr &q1 = p.unknowns, &rows = p.equalities;
  const Expr slopes = jacobian_in_blocks(rows, q1);
  if (!slopes.sparsity().is_diag() || depends_on(slopes, q1)) return std::nullopt;
  const Expr q0 = p.parameters.part("q0");
  const Expr end = q0 - substitute(rows, q1, q0) * (1.0 / densify(diag(slopes)));
  std::vector<Expr> arguments;
  for (const char* name : {"q0", "p0", "h", "theta", "t"})
    arguments.push_back(p.parameters.part(name));
  return Kernel("explicit", arguments, {end, substitute(rows, q1, end)});
}

}  // namespace

StepProblem free_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr residual = z.p0 + z.start_part(s, d);  // [KP12] (8.1)
  return {.name = "free position",
          .kind = Kind::square_system,
          .unknowns = {{"q1", z.q1, Meaning::position}},
          .parameters = {{"q0", z.q0}, {"p0", z.p0}, {"h", z.h}, {"theta", z.theta}, {"t", z.t}},
          .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics}},
          .length = s.length()};
}

StepProblem position_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr G = z.now.G(z.q0), F = z.now.F(z.q0);
  const Expr push = mtimes(G, lambda) + mtimes(F, nu);
  const Expr residual = z.p0 + z.start_part(s, d) + push;  // [KP12] (5.6), (7.3), (7.8)
  const Expr W_g = reach(s, G, z.h), W_f = reach(s, F, z.h);
  StepProblem problem{
      .name = "position",
      .kind = Kind::complementarity,
      .unknowns = {{"q1", z.q1, Meaning::position}, {"lambda", lambda}, {"nu", nu}},
      .parameters = {{"q0", z.q0},
                     {"p0", z.p0},
                     {"h", z.h},
                     {"mask", z.mask},
                     {"theta", z.theta},
                     {"t", z.t}},
      .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics},
                     {"equalities", z.then.f(z.q1), Meaning::equality, equality_names(s)}},
      .complement_a = lambda,  // [KP12] (5.7), (7.4)
      .complement_b = {{"gaps", z.then.g(z.q1), Meaning::gap, gap_names(s)}},
      .pair_on = z.mask,
      .pair_scale = W_g,
      .unknown_scale = natural_sizes(Expr::ones(s.n()), W_g, W_f),
      .length = s.length()};
  const Expr potential = d.potential(z.now, z.q0, z.q1, z.h);
  if (given(potential) && !forced(s)) {  // the impulse of a force need not be a gradient
    verify_potential(s, d, z, potential);
    problem.potential = potential - dot(z.p0, z.q1);
    problem.push = push;
  }
  return problem;
}

StepProblem momentum_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr y = Expr::sym("y", s.n()), mu = Expr::sym("mu", s.m()), xi = Expr::sym("xi", s.k());
  const Expr G = z.then.G(z.q1), F = z.then.F(z.q1);
  const double time = s.specification().time;
  const Expr W_g = reach(s, G, time), W_f = reach(s, F, time);
  const Expr v = s.velocity(y), inertia = 1.0 / diag(s.velocity(Expr::eye(s.n())));
  const Expr residual =
      y - z.end_part(s, d) - mtimes(G, mu) - mtimes(F, xi);  // [KP12] (5.8), (7.5), (7.9)
  const Expr speeds = time * (mtimes(G.T(), v) + z.then.g_rate(z.q1));
  const Expr tangential = z.mask * speeds + (1.0 - z.mask) * W_g * mu;  // (5.9)
  return {.name = "momentum",
          .kind = Kind::linear_projection,
          .unknowns = {{"y", y}, {"mu", mu}, {"xi", xi}},
          .parameters = {{"q0", z.q0},
                         {"q1", z.q1},
                         {"h", z.h},
                         {"mask", z.mask},
                         {"theta", z.theta},
                         {"t", z.t}},
          .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics},
                         {"speeds", tangential, Meaning::tangency, gap_names(s)},
                         {"hidden equalities", time * (mtimes(F.T(), v) + z.then.f_rate(z.q1)),
                          Meaning::hidden, equality_names(s)}},
          .unknown_scale = natural_sizes(densify(inertia) / time, W_g, W_f),
          .length = s.length()};
}

SmoothContact::SmoothContact(const System& s, const Discretization& d, const Backend& backend)
    : n_(s.n()),
      rheonomic_(s.rheonomic()),
      length_(s.length()),
      t_(Vector::Zero(timed(s) ? 1 : 0)),
      free_(backend, free_problem(s, d)),
      position_(backend, position_problem(s, d)),
      momentum_(backend, momentum_problem(s, d)),
      g_(s.m()),
      speed_(s.m()),
      missed_(s.n()) {
  const Symbols z(s);
  gaps_ = Kernel("gaps", {z.q0, z.theta}, {s.g(z.q0)});
  speeds_ = Kernel("speeds", {z.q0, z.p0, z.theta},
                   {mtimes(s.G(z.q0).T(), s.velocity(z.p0)) + s.g_rate(z.q0)});
  explicit_ = explicit_free_position(s, d);
  end_ = Kernel("end", {z.q0, z.q1, z.h, z.theta, z.t}, {z.end_part(s, d)});
  set_parameters(s);
}

void SmoothContact::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  of_gaps_.known = false;
  free_.set(free_.theta, theta_);
  position_.set(position_.theta, theta_);
  momentum_.set(momentum_.theta, theta_);
}

void SmoothContact::begin_at(double t) {
  t_.setConstant(t);
  free_.set(free_.t, t_);
  position_.set(position_.t, t_);
  momentum_.set(momentum_.t, t_);
}

StepReport SmoothContact::free_position(const Vector& q, const Vector& p, double h, Vector& x) {
  StepReport report;
  if (explicit_position(q, p, h, x, report)) return report;
  FreeCall& call = free_;
  call.set(call.q0, q);
  call.set(call.p0, p);
  call.set(call.h, h);
  call.start(call.q1, q);
  report = call.solve();
  if (report.ok()) x = call[call.q1];
  return report;
}

/// One step and its certificate. False if there is no closed form, or if Newton's method would go
/// on to gain digits: the answers have the same bits.
bool SmoothContact::explicit_position(const Vector& q, const Vector& p, double h, Vector& x,
                                      StepReport& report) {
  if (!explicit_) return false;
  x.resize(n_);
  (*explicit_)({q, p, h, theta_, t_}, {x, missed_});
  Certificate& certificate = report.certificate;
  certificate.limit = certified * length_;
  for (const double row : missed_)
    certificate.dynamics = larger(certificate.dynamics, std::abs(row));
  report.status = StepStatus::converged;
  return certificate.dynamics <= roundoff * length_;
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
  end_({q0, q1, h, theta_, t_}, {y});
  StepReport report{.status = StepStatus::converged};
  if (!y.allFinite()) report = {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
  return report;
}

/// The time of the kernels that know no step.
void SmoothContact::set_time(double later) {
  if (rheonomic_) theta_[theta_.size() - 1] = t_[0] + later;
}

const Vector& SmoothContact::gaps(const Vector& q, double later) {
  set_time(later);
  const double t = rheonomic_ ? theta_[theta_.size() - 1] : 0.0;
  if (of_gaps_.known && of_gaps_.t == t && of_gaps_.q == q) return g_;
  gaps_({q, theta_}, {g_});
  of_gaps_.q = q;
  of_gaps_.t = t;
  of_gaps_.known = true;
  return g_;
}

const Vector& SmoothContact::normal_speeds(const Vector& q, const Vector& p) {
  set_time(0.0);
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
