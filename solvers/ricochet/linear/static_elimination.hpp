#pragma once

#include "ricochet/linear/elimination_plan.hpp"

#include <span>
#include <vector>

namespace ricochet {

/// LU factors of square systems whose pivots are known before the numbers: every row gives its
/// partner, in an order that keeps the factors sparse.
///
/// Nothing is exchanged, so a factorisation may fail for a system that has an answer. A pivot is
/// weak below 1e-6 of the sizes that were added up in its row: one pivot lets round-off grow by no
/// more than that, and a system without a unique answer is not taken for one that has it. Equal
/// rows give equal bits, whatever was factored before.
class StaticElimination {
 public:
  explicit StaticElimination(Index size);

  /// False if a pivot is weak or a number not finite. column_scale: natural size of each unknown;
  /// sizes are compared in these units.
  [[nodiscard]] bool factor(std::span<const PickedRow> rows, const Vector& column_scale);
  /// x with A x = b.
  void solve(const Vector& b, Vector& x);

 private:
  [[nodiscard]] bool factor_alone(std::size_t k);
  [[nodiscard]] bool factor_row(std::size_t k);
  double load(const PickedRow& row);
  double subtract_earlier(std::size_t k);
  void store(std::size_t k, double pivot);

  EliminationPlanner planner_;
  const EliminationPlan* plan_ = nullptr;
  std::vector<double> values_;          // of L and U, per entry of the plan
  std::vector<double> scale_;           // of its column, per place, as all that follow
  std::vector<double> inverse_, size_;  // of the pivot; sum of |U|
  std::vector<double> work_;            // a row, a right-hand side; zero between factorisations
};

}  // namespace ricochet
