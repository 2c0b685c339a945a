#include "ricochet/steppers/smooth_problems.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/step_symbols.hpp"

#include <stdexcept>

namespace ricochet {

bool timed(const System& s) { return !s.specification().forces.empty() || s.rheonomic(); }

namespace {

bool forced(const System& s) { return !s.specification().forces.empty(); }

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

std::optional<Kernel> explicit_free_position(const System& s, const Discretization& d) {
  const StepProblem p = free_problem(s, d);
  const Expr &q1 = p.unknowns, &rows = p.equalities;
  const Expr slopes = sparse_jacobian(rows, q1);
  if (!slopes.sparsity().is_diag() || depends_on(slopes, q1)) return std::nullopt;
  std::vector<Expr> arguments{q1};
  for (const char* name : {"q0", "p0", "h", "theta", "t"})
    arguments.push_back(p.parameters.part(name));
  return Kernel("explicit", arguments, {rows, densify(diag(slopes))});
}

Kernel end_momentum(const System& s, const Discretization& d) {
  const Symbols z(s);
  return {"end", {z.q0, z.q1, z.h, z.theta, z.t}, {z.end_part(s, d)}};
}

}  // namespace ricochet
