#include "ricochet/flight/flight_quantities.hpp"

#include "ricochet/steppers/force_impulses.hpp"

#include <functional>

namespace ricochet {
namespace {

/// Average of an expression over the points of the rule; its start, if it declares none.
Expr average(const Discretization& d, const Expr& q, const Expr& step,
             const std::function<Expr(const Expr& q)>& of) {
  if (d.row_nodes().empty()) return of(q);
  Expr sum = 0.0;
  for (const auto& [weight, at] : d.row_nodes()) sum += weight * of(q + at * step);
  return sum;
}

}  // namespace

Expr mean_slip(const System& s, const Discretization& d, const Expr& q, const Expr& w,
               const Expr& tau) {
  return mtimes(average(d, q, tau * w, [&](const Expr& at) { return s.T(at).T(); }), w);
}

Expr mean_rows(const System& s, const Discretization& d, const Expr& q, const Expr& w,
               const Expr& tau) {
  return mtimes(average(d, q, tau * w, [&](const Expr& at) { return s.omega(at); }), w);
}

Expr velocity_of(const System& s, const Expr& q, const Expr& r) {
  if (s.separable()) return s.velocity(r);
  const Expr at = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  const Expr mass = jacobian(gradient(s.L(at, v), v), v);
  const std::vector<Expr> arguments = {q, Expr::zeros(s.n())};
  const Expr M = substitute(std::vector<Expr>{mass}, {at, v}, arguments).at(0);
  if (!s.has_clock()) return solve(M, r);
  const casadi::Slice bodies(0, static_cast<casadi_int>(s.n() - 1)), all;
  return vertcat(solve(M(bodies, bodies), r(bodies, all)), Expr(1, r.size2()));
}

Expr launch_velocity(const System& s, const Expr& q, const Expr& p) {
  if (s.separable())
    return s.has_clock() ? Expr(s.velocity(p) + s.clock_velocity()) : s.velocity(p);
  const Expr at = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  const std::vector<Expr> arguments = {q, Expr::zeros(s.n())};
  const Expr rest =
      substitute(std::vector<Expr>{gradient(s.L(at, v), v)}, {at, v}, arguments).at(0);
  const Expr v_of_p = velocity_of(s, q, p - rest);
  return s.has_clock() ? Expr(v_of_p + s.clock_velocity()) : v_of_p;
}

namespace {

/// Derivative of L_d by one of its times, through the points of the rule.
Expr by_time(const System& s, const Expr& by_slot) {
  return s.has_clock() ? Expr(dot(s.clock_velocity(), by_slot)) : Expr(0.0);
}

}  // namespace

Expr energy_at_start(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                     const Expr& t, const Expr& tau) {
  return d.Ed_mean(s, q, w, tau) - dot(force_at_start(s, d, q, w, t, tau), w) +
         by_time(s, d.D1Ld_mean(s, q, w, tau));
}

Expr energy_at_end(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                   const Expr& t, const Expr& tau) {
  return d.Ed_mean(s, q, w, tau) + dot(force_at_end(s, d, q, w, t, tau), w) -
         by_time(s, d.D2Ld_mean(s, q, w, tau));
}

}  // namespace ricochet
