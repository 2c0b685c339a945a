#pragma once

#include "ricochet/contact/coulomb/resizing_solver.hpp"
#include "ricochet/contact/coulomb/unit_problem.hpp"
#include "ricochet/step_solver.hpp"

#include <vector>

namespace ricochet {

/// How Newton's steps are taken where rows depend on each other.
enum class NewtonSteps {
  least_norm,  ///< the shortest step, for impulses that are not unique
  plain,       ///< LU: right where slip between nearly dependent rows is real
};

/// Newton's method for the function of Alart and Curnier, in the units of a UnitProblem:
///
///   F_N = y_N - max(0, y_N - w_N),    F_T = y_T - proj_D (y_T - w_T),    |D| = mu max(0, y_N -
///   w_N)
///
/// The step is halved until |F| decreases or the natural map halves. It ends when that map no
/// longer halves.
class AlartCurnier {
 public:
  void prepare(const UnitProblem& problem) { problem_ = &problem; }
  /// Improves y by at most so many steps; returns the natural map, of the free velocity.
  double improve(ColumnRef y, int steps, NewtonSteps kind, SolverStatistics& statistics);

 private:
  double evaluate(ConstColumnRef y);
  void linearise(ConstColumnRef y);
  void write_contact(ConstColumnRef y, const CoulombContact& contact);
  void write_slide(ConstColumnRef y, const CoulombContact& contact, Index axis);
  void finish_row(Index row);
  void find_step(ConstColumnRef y, NewtonSteps kind, SolverStatistics& statistics);
  double search(ColumnRef y, double residual);

  const UnitProblem* problem_ = nullptr;
  Buffer w_, F_, step_, trial_, right_, row_, best_;
  ResizingSolver solver_;
  std::vector<Index> pressed_;  // rows of contacts that do not open
  Index written_ = 0;           // rows of the linear system
};

}  // namespace ricochet
