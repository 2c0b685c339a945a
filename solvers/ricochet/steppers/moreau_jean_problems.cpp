#include "ricochet/steppers/moreau_jean_problems.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/step_symbols.hpp"

namespace ricochet {
namespace {

Expr slope(const System& s, const Expr& q) {
  const Expr at = Expr::sym("q", s.n());
  return substitute(gradient(s.V(at), at), at, q);
}

/// R without the masses, from the mean velocity w: forces only.
Expr forces(const System& s, const Expr& q0, const Expr& w, const Expr& t, const Expr& h) {
  const Expr q1 = q0 + h * w;
  Expr sum = slope(s, q0) + slope(s, q1);
  if (!s.specification().forces.empty()) sum -= s.Q(q0, w, t) + s.Q(q1, w, t + h);
  return 0.5 * h * sum;
}

Expr forecast(const System& s, const StepSymbols& z) { return z.q0 + 0.5 * z.h * s.velocity(z.p0); }

}  // namespace

Kernel moreau_jean_forecast(const System& s) {
  const StepSymbols z(s);
  const Expr x = forecast(s, z);
  return {"forecast", {z.q0, z.p0, z.h, z.theta}, {x, s.velocity(z.p0), s.g(x)}};
}

Kernel moreau_jean_dynamics(const System& s) {
  const StepSymbols z(s);
  const Expr v1 = Expr::sym("v1", s.n()), t = Expr::sym("t");
  const Expr w = 0.5 * (s.velocity(z.p0) + v1);
  const Expr R = mtimes(sparsify(s.M()), v1) - z.p0 + forces(s, z.q0, w, t, z.h);
  const Expr slopes = sparse_jacobian(R, v1);
  return {"dynamics",
          {z.q0, z.p0, v1, t, z.h, z.theta},
          {densify(R), sparsify(0.5 * (slopes + slopes.T()))},
          true};
}

StepProblem moreau_jean_motion(const System& s) {
  const StepSymbols z(s);
  const Expr t = Expr::sym("t"), push = Expr::sym("push", s.n());
  const Expr v0 = s.velocity(z.p0), v1 = 2.0 / z.h * (z.q1 - z.q0) - v0, x = forecast(s, z);
  const Expr F = s.F(x), rows = s.omega(x);
  const Expr nu = Expr::sym("nu", F.size2()), kappa = Expr::sym("kappa", rows.size1());
  const Expr residual = mtimes(s.M(), v1) - z.p0 + forces(s, z.q0, (z.q1 - z.q0) / z.h, t, z.h) -
                        push - mtimes(F, nu) - mtimes(rows.T(), kappa);
  const double time = s.specification().time;
  return {
      .name = "Moreau-Jean step",
      .kind = Kind::square_system,
      .unknowns = {{"q1", z.q1}, {"nu", nu}, {"kappa", kappa}},
      .parameters =
          {{"q0", z.q0}, {"p0", z.p0}, {"t", t}, {"h", z.h}, {"push", push}, {"theta", z.theta}},
      .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics},
                     {"hidden equalities", time * mtimes(F.T(), v1), Meaning::hidden,
                      equality_names(s)},
                     {"nonholonomic rows", time * mtimes(rows, v1), Meaning::hidden,
                      s.specification().omega.names()}},
      .unknown_scale =
          natural_sizes(Expr::ones(s.n()), reach(s, F, 0.5 * z.h), reach(s, rows.T(), 0.5 * z.h)),
      .length = s.length()};
}

StepProblem moreau_jean_position(const System& s) {
  const Expr q = Expr::sym("q", s.n()), x = Expr::sym("x", s.n()), h = Expr::sym("h");
  const Expr xi = Expr::sym("xi", s.k()), F = s.F(x);
  return {.name = "position",
          .kind = Kind::square_system,
          .unknowns = {{"xi", xi}},
          .parameters = {{"q", q}, {"x", x}, {"h", h}, {"theta", s.parameter_symbols()}},
          .equalities = {{"equalities", s.f(q + h * s.velocity(mtimes(F, xi))), Meaning::equality,
                          equality_names(s)}},
          .unknown_scale = 1.0 / reach(s, F, h),
          .length = s.length()};
}

Kernel moreau_jean_shift(const System& s) {
  const Expr q = Expr::sym("q", s.n()), x = Expr::sym("x", s.n()), h = Expr::sym("h");
  const Expr xi = Expr::sym("xi", s.k());
  return {"shift", {q, x, xi, h, s.parameter_symbols()}, {q + h * s.velocity(mtimes(s.F(x), xi))}};
}

}  // namespace ricochet
