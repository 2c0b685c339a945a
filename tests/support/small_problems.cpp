#include "support/small_problems.hpp"

#include <algorithm>

namespace ricochet::support {

Solved solve(const Backend& backend, const StepProblem& problem, const Vector& parameters,
             const Vector& guess, const Vector& hint) {
  Solved outcome;
  const auto solver = backend.prepare(problem);
  outcome.report = solver->solve(parameters, guess, hint, outcome.solution);
  return outcome;
}

Vector numbers(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

StepProblem bead_on_parabola(bool with_potential) {
  const Expr z = Expr::sym("z", 3), target = Expr::sym("target", 2);
  const Expr x = vertcat(z(0), z(1)), push = vertcat(Expr(0.0), z(2));
  StepProblem p{.name = "bead on parabola",
                .kind = Kind::complementarity,
                .unknowns = {{"x", x, Meaning::position}, {"lambda", z(2)}},
                .parameters = target,
                .equalities = {{"dynamics", push - (x - target), Meaning::dynamics}},
                .complement_a = z(2),
                .complement_b = {{"height", z(1) - 0.1 * z(0) * z(0), Meaning::gap}}};
  if (with_potential) {
    p.potential = 0.5 * dot(x - target, x - target);
    p.push = push;
  }
  return p;
}

StepProblem separation_of_two() {
  const Expr v = Expr::sym("v", 2), n = Expr::sym("n", 4);
  return {.name = "separation",
          .kind = Kind::convex_qp,
          .unknowns = v,
          .parameters = n,
          .objective = 0.5 * dot(v, v),
          .inequalities = vertcat(n(0) * v(0) + n(1) * v(1) - 1.0, n(2) * v(0) + n(3) * v(1) - 1.0),
          .when_infeasible = StepStatus::no_admissible_impulse};
}

StepProblem one_equation(const Expr& x, const Expr& row, Meaning of_x) {
  return {.name = "one equation",
          .kind = Kind::square_system,
          .unknowns = {{"x", x, of_x}},
          .equalities = row};
}

StepProblem first_root(const Expr& x, const Expr& row, int max_events) {
  return {.name = "first root",
          .kind = Kind::scalar_root,
          .unknowns = x,
          .equalities = row,
          .lower = 0.0,
          .upper = 1.0,
          .max_events = max_events};
}

}  // namespace ricochet::support
