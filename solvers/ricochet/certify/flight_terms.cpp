#include "ricochet/certify/flight_terms.hpp"

#include "ricochet/certify/impulse_of_forces.hpp"

#include <functional>

namespace ricochet {
namespace {

/// Average over the points where the rule evaluates rows; the start if it declares none.
Expr mean(const System& s, const Discretization& d, const Expr& q, const Expr& w, const Expr& tau,
          const std::function<Expr(const System&, const Expr&)>& of) {
  if (d.row_nodes().empty()) return of(s, q);
  Expr sum = 0.0;
  const Expr way = tau * w;
  for (const auto& [weight, at] : d.row_nodes())
    sum += weight * of(s.later(at * tau), q + at * way);
  return sum;
}

/// duration * diagonal of A^T M^-1 A.
Expr mobility(const Expr& M, const Expr& A, const Expr& duration) {
  if (A.size2() == 0) return Expr(0, 1);
  return duration * densify(sum1(A * solve(M, A)).T());
}

/// What equalities and nonholonomic rows leave of a velocity.
Expr keeping_rows(const System& s, const Expr& q, const Expr& M, const Expr& v) {
  const Expr C = densify(horzcat(s.F(q), s.omega(q).T())), answer = solve(M, C);
  const Expr missed = mtimes(C.T(), v) + densify(vertcat(s.f_rate(q), s.omega_rate(q)));
  return v - mtimes(answer, solve(mtimes(C.T(), answer), missed));
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

FlightTerms::FlightTerms(const System& system, const Discretization& d, bool rows_act)
    : x(system.n()),
      gap0(Vector::Zero(system.m())),
      gap1(gap0),
      n_(system.n()),
      k_(system.k()),
      theta_(system.parameter_values()),
      p_start_(n_),
      p_end_(n_),
      contact_(Matrix::Zero(system.m(), 3)),
      tangent_(Matrix::Zero(system.contacts().tangents(), 4)) {
  const Expr t = Expr::sym("t"), tau = Expr::sym("tau");
  const System s = system.at(t), then = s.later(tau);
  const auto r = static_cast<Index>(s.specification().omega.size());
  const auto tangents = s.contacts().tangents();
  reacts_ = k_ + r > 0;
  rows_.resize(2 * n_ + 2 * k_ + r);
  const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_), w = Expr::sym("w", n_);
  const Expr p_start = Expr::sym("p_start", n_), p_end = Expr::sym("p_end", n_);
  const Expr p1 = Expr::sym("p1", n_), h = Expr::sym("h"), theta = s.parameter_symbols();
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", k_);
  const Expr kappa = Expr::sym("kappa", r), rho = Expr::sym("rho", tangents);
  const Expr mu = Expr::sym("mu", s.m()), xi = Expr::sym("xi", k_), pi = Expr::sym("pi", tangents);
  const double time = s.specification().time;

  const Expr way = tau * w, x1 = q + way;
  const Expr M0 = mass_at(s, q), M1 = mass_at(then, x1);
  const Expr F1 = then.F(x1), v1 = solve(M1, p1 - rest_momentum(then, x1));
  const Expr before = impulse_of_forces(s, d, q, w, t, tau, false);
  const Expr after = impulse_of_forces(s, d, q, w, t, tau, true);
  // [FMOW03] (46), (75a), [RC25] Theorem 3.1, [F03] 2.5
  const Expr at_start = p_start + d.D1Ld_mean(s, q, w, tau) + before + mtimes(s.F(q), nu) +
                        mtimes(s.omega(q).T(), kappa);
  const Expr at_end = p_end - d.D2Ld_mean(s, q, w, tau) - after - mtimes(F1, xi);
  std::vector<Expr> rows = {h * solve(M0, at_start), h * solve(M1, at_end), then.f(x1),
                            time * (mtimes(F1.T(), v1) + then.f_rate(x1))};
  if (r > 0)
    rows.push_back(time * mean(s, d, q, w, tau, [&](const System& now, const Expr& a) -> Expr {
                     return mtimes(now.omega(a), w) + now.omega_rate(a);
                   }));
  std::vector<Expr> in = {q, p_start, w, p_end, t, tau, h, theta};
  if (reacts_) in.insert(in.end(), {p1, nu, kappa, xi});
  motion_ = Kernel("certify_flight", in, {densify(stack(rows)), x1, s.g(q), then.g(x1)});

  const Expr G0 = s.G(q), G1 = then.G(x1), T0 = s.T(q), T1 = then.T(x1);
  const Expr u1 = rows_act && r > 0 ? keeping_rows(then, x1, M1, v1) : v1;
  const Expr slips =
      tangents > 0
          ? mean(s, d, q, w, tau,
                 [&](const System& now, const Expr& a) -> Expr { return mtimes(now.T(a).T(), w); })
          : Expr(0, 1);
  const Expr contact = horzcat(mobility(M0, G0, h) * lambda, mobility(M1, G1, time) * mu,
                               mtimes(G1.T(), u1) + then.g_rate(x1));
  const Expr tangent =
      horzcat(slips, mtimes(T1.T(), u1), mobility(M0, T0, h), mobility(M1, T1, time));
  contacts_ = Kernel("certify_held", {q, p, w, p1, t, tau, h, lambda, rho, mu, pi, theta},
                     {p + mtimes(G0, lambda) + mtimes(T0, rho),
                      p1 - mtimes(G1, mu) - mtimes(T1, pi), contact, tangent});

  // -dL_d/dt1 and dL_d/dt0: the times at both ends move the points of the rule.
  const Expr Ed = d.Ed_mean(s, q, w, tau);
  const Expr given = system.rheonomic() ? tau * gradient(d.mean(s, q, w, tau), t) : Expr(0.0);
  energies_ = Kernel("certify_energies", {q, w, t, tau, theta},
                     {Ed + given - dot(before, w), Ed + dot(after, w)});
}

void FlightTerms::evaluate(const FlightRecord& f, double t, double h) {
  const Multipliers& force = f.force;
  touches_ =
      !f.held.empty() || force.lambda.any() || force.mu.any() || force.rho.any() || force.pi.any();
  if (touches_)
    contacts_(
        {f.q, f.p, f.w, f.p_end, t, f.tau, h, force.lambda, force.rho, force.mu, force.pi, theta_},
        {p_start_, p_end_, contact_, tangent_});
  const Vector& p_start = touches_ ? p_start_ : f.p;
  const Vector& p_end = touches_ ? p_end_ : f.p_end;
  if (reacts_)
    motion_(
        {f.q, p_start, f.w, p_end, t, f.tau, h, theta_, f.p_end, force.nu, force.kappa, force.xi},
        {rows_, x, gap0, gap1});
  else
    motion_({f.q, p_start, f.w, p_end, t, f.tau, h, theta_}, {rows_, x, gap0, gap1});
}

void FlightTerms::evaluate_energies(const FlightRecord& f, double t) {
  energies_({f.q, f.w, t, f.tau, theta_}, {energy0, energy1});
}

}  // namespace ricochet
