#pragma once

#include "ricochet/casadi_eigen.hpp"
#include "ricochet/status.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// What sort of mathematical program a step problem is.
enum class Kind {
  linear_projection,  ///< equalities linear in the unknowns, as many as unknowns: closed form
  convex_qp,          ///< min objective, equalities = 0, inequalities >= 0; strictly convex
  nlp,                ///< the same, nonlinear
  complementarity,    ///< equalities = 0 and 0 <= a _|_ b >= 0
  square_system,      ///< equalities = 0, as many as unknowns
  scalar_root,        ///< the first sign change of one equality in [lower, upper]
};

[[nodiscard]] std::string to_string(Kind kind);

/// One time step, or a part of it, as a mathematical program in symbols. It knows no solver.
///
/// Rows are measured as lengths, so that a solver may compare any with any and the certificate has
/// a unit: dynamics as h M^-1 (momentum), velocities times .time, a pair's impulse times W_ii.
///
/// For convex_qp and nlp the solution carries the multipliers behind the unknowns:
/// z = (unknowns, one y_i >= 0 per inequality, one per equality), with
/// grad objective = sum y_i grad inequality_i + sum nu_j grad equality_j.
struct StepProblem {
  std::string name = {};
  Kind kind = Kind::square_system;
  Expr unknowns = {};      ///< z: a column of N symbols
  Expr parameters = {};    ///< a column of symbols: everything that changes from step to step
  Expr objective = {};     ///< convex_qp, nlp; of a square_system what is least of several roots
  Expr equalities = {};    ///< = 0 [length]; the first `primal` rows are the dynamics
  Expr inequalities = {};  ///< >= 0 [length]; convex_qp, nlp

  // Complementarity pairs 0 <= a _|_ b >= 0, switched one by one.
  Expr complement_a = {};  ///< m of the unknowns: the impulses
  Expr complement_b = {};  ///< m gaps [length]
  Expr pair_on = {};       ///< m, function of parameters: 1 in force, 0 means a = 0, b free
  /// W_ii: length per unit of a, > 0, function of parameters; default 1. For convex_qp and nlp the
  /// same for the multipliers of the inequalities.
  Expr pair_scale = {};

  Expr unknown_scale = {};  ///< N natural sizes: a change by it moves rows by a length 1; default 1
  Expr gradient_scale = {};     ///< convex_qp, nlp: length per unit of grad objective; default 1
  Expr lower = {}, upper = {};  ///< scalar_root: the bracket, functions of parameters

  /// The first unknowns, as many as there are rows of dynamics, are positions: the branch test
  /// compares them with the guess.
  Index primal = 0;

  // Optional, complementarity: dynamics = 0 reads grad_x potential(x) = push(a, nu), push linear
  // in the multipliers. It makes the problem a sequence of convex programs.
  Expr potential = {};
  Expr push = {};

  double length = 1.0;  ///< characteristic length: scales the limits
  StepStatus when_infeasible = StepStatus::infeasible;  ///< the name of having no feasible point
  int max_events = 200;                                 ///< scalar_root: sign changes allowed

  [[nodiscard]] Index unknown_count() const { return unknowns.size1(); }
  [[nodiscard]] Index pair_count() const { return complement_a.size1(); }
};

/// Throws std::invalid_argument if sizes and kind do not fit together.
void check(const StepProblem& problem);

/// convex_qp and nlp as the complementarity problem of their optimality conditions, whose unknowns
/// are z as above; other kinds unchanged.
[[nodiscard]] StepProblem optimality_conditions(const StepProblem& problem);

/// The same problem with all optional members filled in by their defaults.
[[nodiscard]] StepProblem completed(StepProblem problem);

}  // namespace ricochet
