#include "ricochet/contact/friction_problem.hpp"

#include <algorithm>

namespace ricochet {

Index tangents_per_contact(const System& s) {
  Index most = 0;
  for (Index i = 0; i < s.m(); ++i) {
    const auto [first, last] = s.contacts().tangents_of(i);
    most = std::max(most, last - first);
  }
  return std::min(most, Index{2});
}

StepProblem friction_problem(const System& s, Index slots) {
  const Index width = tangents_per_contact(s), m = slots, r = width * slots, N = m + r;
  const double time = s.specification().time;
  const Expr ln = Expr::sym("ln", m), lt = Expr::sym("lt", r), gamma = Expr::sym("gamma", m);
  const Expr flat = Expr::sym("W", N * N), u = Expr::sym("u", N), e = Expr::sym("e", m);
  const Expr et = Expr::sym("et", m), mu = Expr::sym("mu", m), on = Expr::sym("on", m);
  const Expr W = reshape(flat, N, N), after = u + mtimes(W, stack({ln, lt}));
  const auto part = [](const Expr& column, Index from, Index to) {
    return column(casadi::Slice(static_cast<casadi_int>(from), static_cast<casadi_int>(to)), 0);
  };
  const Expr un = part(u, 0, m), ut = part(u, m, N), wn = part(diag(W), 0, m) + 1e-300;
  std::vector<Expr> slip;
  Expr friction = Expr::zeros(m);  // |l_t|^2 per contact
  for (Index j = 0; j < r; ++j) {
    const Index i = j / width;
    friction(i) += lt(j) * lt(j);
    const Expr rubs = on(i) * (mu(i) > 0.0);
    const Expr slides = after(m + j) + et(i) * ut(j) + wn(i) * gamma(i) * lt(j);
    slip.push_back(rubs * time * slides + (1.0 - rubs) * time * wn(i) * lt(j));
  }
  // The cone as a length: its defect over the size of an impulse that stops the approach.
  const Expr size = wn / (norm_2(on * un) + 1e-300);
  const Expr cone = time * wn * (mu * mu * ln * ln - friction) * size;
  return {.name = "impact with friction",
          .kind = Kind::complementarity,
          .unknowns = stack({ln, lt, gamma}),
          .parameters = stack({flat, u, e, et, mu, on}),
          .equalities = stack(slip),
          .complement_a = stack({ln, gamma}),
          .complement_b = stack({time * (part(after, 0, m) + e * un), cone}),
          .pair_on = stack({on, on * (mu > 0.0)}),
          .pair_scale = stack({time * wn, Expr::ones(m)}),
          .length = s.length()};
}

}  // namespace ricochet
