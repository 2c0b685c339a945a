#pragma once

#include "ricochet/linear/elimination_plan.hpp"

#include <initializer_list>
#include <optional>
#include <vector>

namespace ricochet {

/// A square system as expressions of some arguments.
struct SymbolicSystem {
  std::vector<Expr> arguments = {};
  Expr matrix = {};
  Expr column_scale = {};              ///< natural size of each unknown
  std::vector<Partner> partners = {};  ///< of each row
  Index first = 0;                     ///< rows in the first part of a right-hand side
};

/// LU factors of a small square system as two kernels, in which every operation is written out: one
/// evaluates the matrix and factors it, one solves. The order of pivots and the watch on them are
/// those of StaticElimination. A system that it refuses may have an answer.
class CompiledElimination {
 public:
  /// None if the kernels would be so large that they cost more than they save.
  [[nodiscard]] static std::optional<CompiledElimination> of(const SymbolicSystem& system);

  /// At values of the arguments; false if a pivot is weak or a number not finite.
  [[nodiscard]] bool factor(std::initializer_list<In> arguments);
  /// x with A x = b, x of the size of b, which is given in two parts.
  void solve(const Vector& first, const Vector& last, Vector& x) {
    solve_({factors_, first, last}, {x});
  }
  /// That of the last factor().
  [[nodiscard]] const Vector& column_scale() const { return column_scale_; }

 private:
  CompiledElimination(const SymbolicSystem& system, const EliminationPlan& plan);

  Kernel factor_, solve_;
  Vector factors_, column_scale_;
};

}  // namespace ricochet
