#pragma once

#include "ricochet/blocks.hpp"
#include "ricochet/status.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"

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
/// Unknowns, parameters and rows are columns of named blocks. The meaning of a block of rows
/// decides to which kind of the certificate its error belongs. Messages use the names of blocks and
/// of their entries.
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
  Column unknowns = {};    ///< z: symbols; at most one block has the meaning position
  Column parameters = {};  ///< symbols: everything that changes from step to step
  Expr objective = {};  ///< convex_qp, nlp: is minimised. square_system with several roots: chooses
                        ///< the root where it is least
  Column equalities = {};    ///< = 0 [length]
  Column inequalities = {};  ///< >= 0 [length]; convex_qp, nlp

  // Complementarity pairs 0 <= a _|_ b >= 0, switched one by one.
  Column complement_a = {};  ///< m of the unknowns: the impulses
  Column complement_b = {};  ///< m gaps [length]
  Expr pair_on = {};         ///< m, function of parameters: 1 in force, 0 means a = 0, b free
  /// W_ii: length per unit of a, > 0, function of parameters; default 1. For convex_qp and nlp the
  /// same for the multipliers of the inequalities.
  Expr pair_scale = {};

  /// Natural sizes of the N unknowns, functions of parameters: a change of an unknown by its size
  /// changes rows by a length of about 1; default 1.
  Expr unknown_scale = {};
  Expr gradient_scale = {};     ///< convex_qp, nlp: length per unit of grad objective; default 1
  Expr lower = {}, upper = {};  ///< scalar_root: the bracket, functions of parameters

  // Optional, complementarity: dynamics = 0 reads grad_x potential(x) = push(a, nu), push linear
  // in the multipliers. It makes the problem a sequence of convex programs.
  Expr potential = {};
  Expr push = {};

  double length = 1.0;  ///< characteristic length: scales the limits
  StepStatus when_infeasible = StepStatus::infeasible;  ///< the status if no point is feasible
  int max_events = 200;                                 ///< scalar_root: sign changes allowed

  [[nodiscard]] Index unknown_count() const { return unknowns.size(); }
  /// The unknowns that the branch test compares with the guess; of size 0 if no block has
  /// positions.
  [[nodiscard]] Slot positions() const { return unknowns.layout().first(Meaning::position); }
  [[nodiscard]] bool minimises() const { return kind == Kind::convex_qp || kind == Kind::nlp; }
  [[nodiscard]] Index pair_count() const { return complement_a.size(); }
};

/// Throws std::invalid_argument if sizes and kind do not fit together.
void check(const StepProblem& problem);

/// convex_qp and nlp as the complementarity problem of their optimality conditions, whose unknowns
/// are z as above; other kinds unchanged.
[[nodiscard]] StepProblem optimality_conditions(const StepProblem& problem);

/// Where the impulses of the pairs, complement_a, stand among the unknowns.
[[nodiscard]] std::vector<Index> impulse_places(const StepProblem& problem);

/// How messages name the rows of a problem; it holds no symbols.
struct RowNames {
  std::string problem = {};
  Layout equalities = {}, pairs = {};

  [[nodiscard]] std::string equality(Index row) const;  ///< "row 2 of 'dynamics' in 'position'"
  [[nodiscard]] std::string pair(Index i) const;        ///< "'floor' of 'gaps' in 'position'"
};
[[nodiscard]] RowNames row_names(const StepProblem& problem);

/// The rows of a completed problem without objective as a kernel, for solvers and certificate: (z,
/// parameters) -> (equalities, W a, b, pairs in force, distances to the bounds of a root).
[[nodiscard]] Kernel row_values(const StepProblem& problem);

/// The same problem with all optional members filled in by their defaults.
[[nodiscard]] StepProblem completed(StepProblem problem);

}  // namespace ricochet
