#include "ricochet/backends/nlp.hpp"

namespace ricochet {
namespace {

/// The unknowns that are neither positions nor impulses of pairs: multipliers of equalities.
Expr free_multipliers(const StepProblem& p) {
  std::vector<Expr> found;
  for (Index i = p.primal; i < p.unknown_count(); ++i) {
    const Expr z = p.unknowns(i);
    if (p.pair_count() == 0 || !depends_on(p.complement_a, z)) found.push_back(z);
  }
  return stack(found);
}

}  // namespace

Nlp direct_nlp(const StepProblem& problem) {
  const StepProblem p = completed(problem);
  Nlp nlp{.name = p.name, .x = p.unknowns, .parameters = p.parameters};
  nlp.objective = given(p.objective) ? p.objective : Expr(0.0);
  if (p.kind == Kind::scalar_root) nlp.objective = p.unknowns;
  nlp.constraints = stack({p.inequalities, p.equalities});
  nlp.inequalities = p.inequalities.size1();
  return nlp;
}

Nlp chord_nlp(const StepProblem& problem) {
  const StepProblem p = completed(problem);
  const Expr x = p.unknowns(casadi::Slice(0, static_cast<casadi_int>(p.primal)), 0);
  const Expr xk = Expr::sym("xk", p.primal);
  const Expr rows =
      p.equalities(casadi::Slice(static_cast<casadi_int>(p.primal), p.equalities.size1()), 0);
  const Expr G = jacobian_in_blocks(p.push, p.complement_a),
             F = jacobian_in_blocks(p.push, free_multipliers(p));
  const Expr gap = substitute(p.complement_b, x, xk) + mtimes(G.T(), x - xk);
  const Expr equal = substitute(rows, x, xk) + mtimes(F.T(), x - xk);
  return {.name = p.name + " (chord)",
          .x = x,
          .parameters = stack({p.parameters, xk}),
          .objective = p.potential,
          .constraints = stack({p.pair_on * gap + (1.0 - p.pair_on) * p.length, equal}),
          .inequalities = p.pair_count()};
}

Nlp fischer_burmeister_nlp(const StepProblem& problem) {
  const StepProblem p = completed(problem);
  const Expr s = Expr::sym("s", p.pair_count());
  const Expr a = p.pair_scale * p.complement_a;
  const double sigma = fischer_burmeister_sigma * p.length * p.length;
  const Expr phi = a + s - sqrt(a * a + s * s + 2.0 * sigma);
  return {.name = p.name + " (Fischer-Burmeister)",
          .x = stack({p.unknowns, s}),
          .parameters = p.parameters,
          .objective = Expr(0.0),
          .constraints =
              stack({p.equalities, s - p.complement_b, p.pair_on * phi + (1.0 - p.pair_on) * a}),
          .inequalities = 0};
}

}  // namespace ricochet
