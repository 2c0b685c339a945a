#include "ricochet/contact/reflection_problems.hpp"

namespace ricochet {
namespace {

/// Rows switched off become the constant length, which is never active.
Expr switched(const Expr& mask, const Expr& rows, double length) {
  return mask * rows + (1.0 - mask) * length;
}

}  // namespace

StepProblem general_pass_problem(const System& s, const Discretization& d, const Energy& energy,
                                 Index slots) {
  const Index n = s.n();
  const Expr y = Expr::sym("y", slots), q = Expr::sym("q", n), p = Expr::sym("p", n);
  const Expr h = Expr::sym("h"), flat = Expr::sym("N", n * slots), mask = Expr::sym("mask", slots);
  const Expr target = Expr::sym("target", slots);
  const Expr N = reshape(flat, n, slots);
  const Expr p_plus = p + mtimes(N, mask * y);
  const double time = s.specification().time, length = s.length();
  const auto E = [&](const Expr& at) { return energy.expression(s, d, q, at, h); };
  // Length per impulse; slots that are not in use must not make the program singular.
  const Expr scale = switched(mask, time * sum1(N * s.velocity(N)).T() + 1e-300, length);
  const Expr off = y - target;
  return {
      .name = "general reflection",
      .kind = Kind::nlp,
      .unknowns = {{"y", y}},
      .parameters = {{"q", q},
                     {"p", p},
                     {"h", h},
                     {"N", flat},
                     {"mask", mask},
                     {"target", target},
                     {"theta", s.parameter_symbols()}},
      .objective = 0.5 * dot(off, scale * off),
      .equalities = {{"energy", length * (E(p_plus) - E(p)) / (1e-300 + dot(p, s.velocity(p))),
                      Meaning::energy}},
      .inequalities = {{"speeds", switched(mask, time * mtimes(N.T(), s.velocity(p_plus)), length),
                        Meaning::tangency},
                       {"impulses", switched(mask, scale * y, length)}},
      .length = length};
}

}  // namespace ricochet
