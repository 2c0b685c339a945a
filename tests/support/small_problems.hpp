#pragma once

#include "ricochet/step_solver.hpp"

#include <string>

/// Step problems of one or two unknowns whose answers are known by hand.
namespace ricochet::support {

struct Solved {
  StepReport report = {};
  Solution solution = {};
};

Solved solve(const Backend& backend, const StepProblem& problem, const Vector& parameters,
             const Vector& guess, const Vector& hint = {});

Vector numbers(std::initializer_list<double> values);

/// x = target + lambda (0, 1), 0 <= lambda _|_ height >= 0 above the parabola y = x^2 / 10:
/// parameters are the target; unknowns (x, y, lambda).
StepProblem bead_on_parabola(bool with_potential = true);

/// min 1/2 |v|^2 with n1^T v >= 1, n2^T v >= 1; parameters (n1, n2).
StepProblem separation_of_two();

/// One equation in one unknown, of the kind of a step's equations.
StepProblem one_equation(const Expr& x, const Expr& row, Meaning of_x = Meaning::plain);

/// The first root of row(x) in [0, 1].
StepProblem first_root(const Expr& x, const Expr& row, int max_events = 200);

}  // namespace ricochet::support
