#include "ricochet/certify/flight_terms.hpp"

#include <functional>

namespace ricochet {
namespace {

/// The forces of a step as impulses on one of its ends: weights over the points of the rule.
Expr impulse_of_forces(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                       const Expr& t, const Expr& tau, bool at_end) {
  Expr sum = Expr::zeros(s.n());
  if (s.specification().forces.empty()) return sum;
  for (const auto& [weight, at] : d.nodes())
    sum += weight * (at_end ? at : 1.0 - at) * s.Q(q + at * tau * w, w, t + at * tau);
  return tau * sum;
}

/// Average over the points where the rule evaluates rows; the start if it declares none.
Expr mean(const Discretization& d, const Expr& q, const Expr& way,
          const std::function<Expr(const Expr&)>& of) {
  if (d.row_nodes().empty()) return of(q);
  Expr sum = 0.0;
  for (const auto& [weight, at] : d.row_nodes()) sum += weight * of(q + at * way);
  return sum;
}

/// duration * diagonal of A^T M^-1 A.
Expr mobility(const Expr& M, const Expr& A, const Expr& duration) {
  if (A.size2() == 0) return Expr(0, 1);
  return duration * densify(sum1(A * solve(M, A)).T());
}

}  // namespace

Expr mass_at(const System& s, const Expr& q) {
  if (s.separable()) return s.M();
  const Expr at = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  const Expr mass = jacobian(gradient(s.L(at, v), v), v);
  return substitute(std::vector<Expr>{mass}, {at, v}, {q, Expr::zeros(s.n())}).at(0);
}

Expr rest_momentum(const System& s, const Expr& q) {
  if (s.separable()) return Expr::zeros(s.n());
  const Expr at = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  return substitute(std::vector<Expr>{gradient(s.L(at, v), v)}, {at, v}, {q, Expr::zeros(s.n())})
      .at(0);
}

FlightTerms::FlightTerms(const System& s, const Discretization& d)
    : start(s.n()),
      end(s.n()),
      x(s.n()),
      equality(s.k()),
      hidden(s.k()),
      theta_(s.parameter_values()) {
  const auto n = s.n(), r = static_cast<Index>(s.specification().omega.size());
  const auto tangents = s.contacts().tangents();
  rows.resize(r);
  for (Vector* v : {&gap0, &gap1, &push, &end_push, &speed1}) v->setZero(s.m());
  for (Vector* v : {&slip, &slip1, &reach, &end_reach}) v->setZero(tangents);
  const Expr q = Expr::sym("q", n), p = Expr::sym("p", n), w = Expr::sym("w", n);
  const Expr p1 = Expr::sym("p1", n), t = Expr::sym("t"), tau = Expr::sym("tau");
  const Expr h = Expr::sym("h"), theta = s.parameter_symbols();
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr kappa = Expr::sym("kappa", r), rho = Expr::sym("rho", tangents);
  const Expr mu = Expr::sym("mu", s.m()), xi = Expr::sym("xi", s.k()),
             pi = Expr::sym("pi", tangents);
  const double time = s.specification().time;

  const Expr way = tau * w, x1 = q + way;
  const Expr M0 = mass_at(s, q), M1 = mass_at(s, x1);
  const Expr G0 = s.G(q), G1 = s.G(x1), T0 = s.T(q), T1 = s.T(x1), F1 = s.F(x1);
  const Expr before = impulse_of_forces(s, d, q, w, t, tau, false);
  const Expr after = impulse_of_forces(s, d, q, w, t, tau, true);
  const Expr v1 = solve(M1, p1 - rest_momentum(s, x1));
  // [FMOW03] (46), (75a), [RC25] Theorem 3.1, [F03] 2.5
  const Expr at_start = p + d.D1Ld_mean(s, q, w, tau) + before + mtimes(s.F(q), nu) +
                        mtimes(s.omega(q).T(), kappa) + mtimes(G0, lambda) + mtimes(T0, rho);
  const Expr at_end =
      p1 - d.D2Ld_mean(s, q, w, tau) - after - mtimes(F1, xi) - mtimes(G1, mu) - mtimes(T1, pi);
  const Expr Ed = d.Ed_mean(s, q, w, tau);
  const Expr on_average =
      r > 0 ? Expr(time * mtimes(mean(d, q, way, [&](const Expr& a) { return s.omega(a); }), w))
            : Expr(0, 1);
  const Expr slips =
      tangents > 0 ? Expr(mtimes(mean(d, q, way, [&](const Expr& a) { return s.T(a).T(); }), w))
                   : Expr(0, 1);
  const Expr along = mobility(M0, T0, h), along_end = mobility(M1, T1, time);
  terms_ =
      Kernel("certify_flight", {q, p, w, p1, t, tau, h, lambda, nu, kappa, rho, mu, xi, pi, theta},
             cse(std::vector<Expr>{h * solve(M0, at_start), h * solve(M1, at_end), x1, s.f(x1),
                                   time * mtimes(F1.T(), v1), on_average, s.g(q), s.g(x1),
                                   mobility(M0, G0, h) * lambda, mobility(M1, G1, time) * mu,
                                   mtimes(G1.T(), v1), slips, mtimes(T1.T(), v1),
                                   Ed - dot(before, w), Ed + dot(after, w), along, along_end}));
}

void FlightTerms::evaluate(const FlightRecord& f, double t, double h) {
  terms_({f.q, f.p, f.w, f.p_end, t, f.tau, h, f.force.lambda, f.force.nu, f.force.kappa,
          f.force.rho, f.force.mu, f.force.xi, f.force.pi, theta_},
         {start, end, x, equality, hidden, rows, gap0, gap1, push, end_push, speed1, slip, slip1,
          energy0, energy1, reach, end_reach});
}

}  // namespace ricochet
