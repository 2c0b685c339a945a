#include "ricochet/backends/nlp.hpp"

#include <algorithm>
#include <vector>

namespace ricochet {
namespace {

/// The unknowns that are neither positions nor impulses of pairs: multipliers of equalities.
Expr free_multipliers(const StepProblem& p) {
  std::vector<bool> taken(static_cast<size_t>(p.unknown_count()));
  const Slot x = p.positions();
  std::fill_n(taken.begin() + x.offset, x.size, true);
  for (const Index place : impulse_places(p)) taken[static_cast<size_t>(place)] = true;
  std::vector<Expr> found;
  for (Index i = 0; i < p.unknown_count(); ++i)
    if (!taken[static_cast<size_t>(i)])
      found.push_back(p.unknowns.part(Slot{.offset = i, .size = 1}));
  return stack(found);
}

/// The equalities that are constraints, not the motion.
Expr constraint_rows(const StepProblem& p) {
  std::vector<Expr> rows;
  for (const Layout::Part& part : p.equalities.layout().parts())
    if (part.meaning != Meaning::dynamics) rows.push_back(p.equalities.part(part.slot));
  return stack(rows);
}

/// One length per unit of the multipliers: the mean of their natural lengths.
Expr length_per_impulse(const StepProblem& p) {
  std::vector<Expr> sizes;
  const Expr scale = densify(p.unknown_scale);
  const Slot x = p.positions();
  for (Index i = 0; i < p.unknown_count(); ++i)
    if (i < x.offset || i >= x.offset + x.size) sizes.push_back(1.0 / scale(i));
  if (sizes.empty()) return 1.0;
  return sum1(stack(sizes)) / static_cast<double>(sizes.size());
}

}  // namespace

Nlp direct_nlp(const StepProblem& problem) {
  const StepProblem p = completed(problem);
  Nlp nlp{.name = p.name, .x = p.unknowns, .parameters = p.parameters};
  nlp.objective = given(p.objective) ? p.objective : Expr(0.0);
  if (p.kind == Kind::scalar_root) nlp.objective = p.unknowns;
  nlp.constraints = stack({p.inequalities, p.equalities});
  nlp.inequalities = p.inequalities.size();
  return nlp;
}

Nlp chord_nlp(const StepProblem& problem) {
  const StepProblem p = completed(problem);
  const Expr x = p.unknowns.part(p.positions()), xk = Expr::sym("xk", x.size1());
  const Expr rows = constraint_rows(p);
  const Expr G = sparse_jacobian(p.push, p.complement_a),
             F = sparse_jacobian(p.push, free_multipliers(p));
  const Expr gap = substitute(p.complement_b, x, xk) + mtimes(G.T(), x - xk);
  const Expr equal = substitute(rows, x, xk) + mtimes(F.T(), x - xk);
  return {.name = p.name + " (chord)",
          .x = x,
          .parameters = stack({p.parameters, xk}),
          .objective = p.potential,
          .constraints = stack({p.pair_on * gap + (1.0 - p.pair_on) * p.length, equal}),
          .inequalities = p.pair_count(),
          .gradient_scale = length_per_impulse(p)};
}

Nlp fischer_burmeister_nlp(const StepProblem& problem) {
  const StepProblem p = completed(problem);
  const Expr s = Expr::sym("s", p.pair_count());
  const Expr a = p.pair_scale * p.complement_a.all();
  const double sigma = fischer_burmeister_sigma * p.length * p.length;
  const Expr phi = a + s - sqrt(a * a + s * s + 2.0 * sigma);
  return {.name = p.name + " (Fischer-Burmeister)",
          .x = stack({p.unknowns, s}),
          .parameters = p.parameters,
          .objective = Expr(0.0),
          .constraints = stack(
              {p.equalities, s - p.complement_b.all(), p.pair_on * phi + (1.0 - p.pair_on) * a}),
          .inequalities = 0};
}

}  // namespace ricochet
