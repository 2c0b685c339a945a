#pragma once

#include "ricochet/step_solver.hpp"

#include <string>

/// Step problems of one or two unknowns whose answers are known by hand.
namespace ricochet::support {

struct Outcome {
  StepReport report = {};
  Solution solution = {};
};

inline Outcome solve(const Backend& backend, const StepProblem& problem, const Vector& parameters,
                     const Vector& guess, const Vector& hint = {}) {
  Outcome outcome;
  const auto solver = backend.prepare(problem);
  outcome.report = solver->solve(parameters, guess, hint, outcome.solution);
  return outcome;
}

inline Vector numbers(std::initializer_list<double> values) {
  Vector v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.begin());
  return v;
}

/// x = target + lambda (0, 1), 0 <= lambda _|_ height >= 0 above the parabola y = x^2 / 10:
/// parameters are the target; unknowns (x, y, lambda).
inline StepProblem bead_on_parabola(bool with_potential = true) {
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

/// min 1/2 |v|^2 with n1^T v >= 1, n2^T v >= 1; parameters (n1, n2).
inline StepProblem separation_of_two() {
  const Expr v = Expr::sym("v", 2), n = Expr::sym("n", 4);
  return {.name = "separation",
          .kind = Kind::convex_qp,
          .unknowns = v,
          .parameters = n,
          .objective = 0.5 * dot(v, v),
          .inequalities = vertcat(n(0) * v(0) + n(1) * v(1) - 1.0, n(2) * v(0) + n(3) * v(1) - 1.0),
          .when_infeasible = StepStatus::no_admissible_impulse};
}

/// One equation in one unknown, of the kind of a step's equations.
inline StepProblem one_equation(const Expr& x, const Expr& row, Meaning of_x = Meaning::plain) {
  return {.name = "one equation",
          .kind = Kind::square_system,
          .unknowns = {{"x", x, of_x}},
          .equalities = row};
}

/// The first root of row(x) in [0, 1].
inline StepProblem first_root(const Expr& x, const Expr& row, int max_events = 200) {
  return {.name = "first root",
          .kind = Kind::scalar_root,
          .unknowns = x,
          .equalities = row,
          .lower = 0.0,
          .upper = 1.0,
          .max_events = max_events};
}

}  // namespace ricochet::support
