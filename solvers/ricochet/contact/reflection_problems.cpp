#include "ricochet/contact/reflection_problems.hpp"

#include <algorithm>

namespace ricochet {
namespace {

Expr as_matrix(const Expr& column, Index rows, Index columns) {
  return reshape(column, rows, columns);
}

/// Rows switched off become the constant length, which is never active.
Expr switched(const Expr& mask, const Expr& rows, double length) {
  return mask * rows + (1.0 - mask) * length;
}

}  // namespace

Index contact_capacity(Index n, Index m) { return std::min(m, 2 * n + 16); }

StepProblem pass_problem(Index n, Index slots, double length, double time) {
  const Expr dp = Expr::sym("dp", n), p = Expr::sym("p", n), mask = Expr::sym("mask", slots);
  const Expr a = Expr::sym("A", n * n), rows = Expr::sym("NtA", slots * n);
  const Expr W = Expr::sym("W", slots);
  const Expr post = time * mtimes(as_matrix(rows, slots, n), 2.0 * p + dp);
  return {.name = "reflection",
          .kind = Kind::convex_qp,
          .unknowns = dp,
          .parameters = stack({p, a, rows, W, mask}),
          .objective = 0.5 * time * bilin(as_matrix(a, n, n), dp, dp),
          .inequalities = switched(mask, post, length),
          // W of a gradient that the equalities absorb is round-off: such a pair is never on.
          .pair_scale = switched(mask, time * W + 1e-300, length),
          .length = length};
}

StepProblem general_pass_problem(const System& s, const Discretization& d, const Energy& energy,
                                 Index slots) {
  const Index n = s.n();
  const Expr y = Expr::sym("y", slots), q = Expr::sym("q", n), p = Expr::sym("p", n);
  const Expr h = Expr::sym("h"), flat = Expr::sym("N", n * slots), mask = Expr::sym("mask", slots);
  const Expr target = Expr::sym("target", slots);
  const Expr N = as_matrix(flat, n, slots);
  const Expr p_plus = p + mtimes(N, mask * y);
  const double time = s.specification().time, length = s.length();
  const auto E = [&](const Expr& at) { return energy.expression(s, d, q, at, h); };
  // Length per impulse; slots that are not in use must not make the program singular.
  const Expr scale = switched(mask, time * sum1(N * s.velocity(N)).T() + 1e-300, length);
  const Expr off = y - target;
  return {.name = "general reflection",
          .kind = Kind::nlp,
          .unknowns = y,
          .parameters = stack({q, p, h, flat, mask, target, s.parameter_symbols()}),
          .objective = 0.5 * dot(off, scale * off),
          .equalities = length * (E(p_plus) - E(p)) / (1e-300 + dot(p, s.velocity(p))),
          .inequalities = stack({switched(mask, time * mtimes(N.T(), s.velocity(p_plus)), length),
                                 switched(mask, scale * y, length)}),
          .length = length};
}

StepProblem interior_problem(Index n, Index slots) {
  const Expr v = Expr::sym("v", n), flat = Expr::sym("rows", slots * n);
  const Expr mask = Expr::sym("mask", slots);
  return {.name = "interior of the cone",
          .kind = Kind::convex_qp,
          .unknowns = v,
          .parameters = stack({flat, mask}),
          .objective = 0.5 * dot(v, v),
          .inequalities = switched(mask, mtimes(as_matrix(flat, slots, n), v) - 1.0, 1.0),
          .when_infeasible = StepStatus::no_admissible_impulse};
}

}  // namespace ricochet
