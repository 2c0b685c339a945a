#include "ricochet/linear/elimination_plan.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A chain of positions; a constraint for every second link.
KernelMatrix chain_with_constraints(Index positions) {
  std::vector<casadi_int> row, column;
  const auto entry = [&](Index i, Index j) {
    row.push_back(i);
    column.push_back(j);
  };
  for (Index i = 0; i < positions; ++i) {
    entry(i, i);
    if (i > 0) entry(i, i - 1), entry(i - 1, i);
  }
  for (Index c = 0; c < positions / 2; ++c)
    for (const Index i : {2 * c, 2 * c + 1}) entry(positions + c, i), entry(i, positions + c);
  const Index size = positions + positions / 2;
  KernelMatrix matrix(casadi::Sparsity::triplet(size, size, row, column));
  matrix.values().setOnes();
  return matrix;
}

std::vector<PickedRow> rows_of(const KernelMatrix& matrix, Index positions) {
  std::vector<PickedRow> rows;
  for (Index i = 0; i < matrix.rows(); ++i)
    rows.push_back({.from = &matrix, .row = i, .partner = i, .late = i >= positions});
  return rows;
}

TEST(EliminationPlan, grows_with_the_length_of_a_chain) {
  const KernelMatrix few = chain_with_constraints(100), many = chain_with_constraints(400);
  EliminationPlanner of_few(few.rows()), of_many(many.rows());
  const size_t short_one = of_few.plan_for(rows_of(few, 100)).entries.size(),
               long_one = of_many.plan_for(rows_of(many, 400)).entries.size();
  EXPECT_LT(10 * long_one, 42 * short_one);
  EXPECT_LT(long_one, 12U * 400U);
}

TEST(EliminationPlan, places_constraints_behind_their_positions) {
  const KernelMatrix matrix = chain_with_constraints(10);
  EliminationPlanner planner(matrix.rows());
  const EliminationPlan& plan = planner.plan_for(rows_of(matrix, 10));
  for (size_t c = 0; c < 5; ++c)
    for (const size_t i : {2 * c, 2 * c + 1}) EXPECT_LT(plan.place[i], plan.place[10 + c]);
}

TEST(EliminationPlan, has_U_behind_a_pivot_and_its_transpose_before_it) {
  const KernelMatrix matrix = chain_with_constraints(12);
  EliminationPlanner planner(matrix.rows());
  const EliminationPlan& plan = planner.plan_for(rows_of(matrix, 12));
  size_t lower = 0, upper = 0;
  for (size_t k = 0; k < plan.row.size(); ++k) {
    for (size_t e = plan.begin[k]; e < plan.upper[k]; ++e) EXPECT_LT(plan.entries[e], k);
    for (size_t e = plan.upper[k]; e < plan.begin[k + 1]; ++e) EXPECT_GT(plan.entries[e], k);
    lower += plan.upper[k] - plan.begin[k];
    upper += plan.begin[k + 1] - plan.upper[k];
  }
  EXPECT_EQ(lower, upper);
}

TEST(EliminationPlan, begins_with_rows_that_are_alone) {
  KernelMatrix matrix = chain_with_constraints(4);
  for (casadi_int k = 0; k < matrix.values().size(); ++k) matrix.values()[k] = 1.0;
  const KernelMatrix open(casadi::Sparsity::diag(6));
  EliminationPlanner planner(6);
  std::vector<PickedRow> rows = rows_of(matrix, 4);
  EXPECT_EQ(planner.plan_for(rows).alone_places, 0U);
  KernelMatrix ones = open;
  ones.values().setOnes();
  rows[5].from = &ones;
  const EliminationPlan& plan = planner.plan_for(rows);
  EXPECT_EQ(plan.alone_places, 1U);
  EXPECT_EQ(plan.row[0], 5U);
  ones.values().setZero();
  EXPECT_EQ(planner.plan_for(rows).alone_places, 0U) << "it gives nothing";
}

TEST(EliminationPlan, is_kept) {
  const KernelMatrix matrix = chain_with_constraints(6);
  EliminationPlanner planner(matrix.rows());
  const std::vector<PickedRow> rows = rows_of(matrix, 6);
  const EliminationPlan* const first = &planner.plan_for(rows);
  std::vector<PickedRow> other = rows;
  std::swap(other[0], other[1]);
  EXPECT_NE(&planner.plan_for(other), first);
  EXPECT_EQ(&planner.plan_for(rows), first);
}

}  // namespace
}  // namespace ricochet
