#include "ricochet/linear/kernel_matrix.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ricochet {
namespace {

using Entries = std::vector<std::pair<Index, double>>;

/// (1 0 2; 0 3 0), nonzeros column by column.
KernelMatrix small() {
  KernelMatrix matrix(casadi::Sparsity::triplet(2, 3, {0, 1, 0}, {0, 1, 2}));
  matrix.values() = Vector{{1.0, 3.0, 2.0}};
  return matrix;
}

TEST(KernelMatrix, is_a_sparse_matrix) {
  const KernelMatrix matrix = small();
  EXPECT_EQ(matrix.rows(), 2);
  EXPECT_EQ(matrix.columns(), 3);
  EXPECT_TRUE(
      support::near(Matrix(matrix.matrix()), Matrix{{1.0, 0.0, 2.0}, {0.0, 3.0, 0.0}}, 0.0));
}

TEST(KernelMatrix, is_read_by_rows_and_by_columns) {
  const KernelMatrix matrix = small();
  Entries row, column;
  matrix.each(0, [&](Index j, double value) { row.emplace_back(j, value); });
  matrix.each_in_column(1, [&](Index i, double value) { column.emplace_back(i, value); });
  EXPECT_EQ(row, (Entries{{0, 1.0}, {2, 2.0}}));
  EXPECT_EQ(column, (Entries{{1, 3.0}}));
}

TEST(KernelMatrix, knows_the_entries_of_a_row) {
  KernelMatrix matrix = small();
  EXPECT_EQ(matrix.entries(0), 2U);
  EXPECT_EQ(matrix.at(0, 2), 2.0);
  EXPECT_EQ(matrix.at(0, 1), 0.0);
  EXPECT_TRUE(matrix.is_alone(1, 1));
  EXPECT_FALSE(matrix.is_alone(1, 0));
  EXPECT_FALSE(matrix.is_alone(0, 2));
  matrix.values()[0] = 0.0;
  EXPECT_TRUE(matrix.is_alone(0, 2)) << "by its numbers";
  matrix.values().setZero();
  EXPECT_FALSE(matrix.is_alone(0, 2));
}

TEST(KernelMatrix, may_be_empty) {
  const KernelMatrix nothing;
  EXPECT_EQ(nothing.rows(), 0);
  EXPECT_EQ(nothing.columns(), 0);
}

}  // namespace
}  // namespace ricochet
