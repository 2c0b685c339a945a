#include "ricochet/linear/block_cholesky.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace ricochet {
namespace {

/// Blocks {0, 2}, {1} and {3, 4, 5}, numbered in any order.
KernelMatrix three_blocks() {
  KernelMatrix matrix(casadi::Sparsity::triplet(6, 6, {0, 2, 1, 0, 2, 3, 4, 3, 4, 5, 4, 5},
                                                {0, 0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5}));
  matrix.values() = Vector{{4.0, 1.0, 2.0, 1.0, 3.0, 5.0, 2.0, 2.0, 6.0, 1.0, 1.0, 7.0}};
  return matrix;
}

std::vector<Index> all_blocks(const BlockCholesky& cholesky) {
  std::vector<Index> blocks;
  for (Index i = 0; i < cholesky.blocks(); ++i) blocks.push_back(i);
  return blocks;
}

TEST(BlockCholesky, solves_block_by_block) {
  const KernelMatrix A = three_blocks();
  BlockCholesky cholesky{casadi::Sparsity::triplet(6, 6, {0, 2, 1, 0, 2, 3, 4, 3, 4, 5, 4, 5},
                                                   {0, 0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5})};
  ASSERT_EQ(cholesky.blocks(), 3);
  ASSERT_TRUE(cholesky.factor(A));
  const Vector b{{1.0, 2.0, -3.0, 0.5, 0.0, 4.0}};
  Vector x = b;
  cholesky.solve(all_blocks(cholesky), x);
  EXPECT_TRUE(support::near(A.matrix() * x, b, 1e-15));
}

TEST(BlockCholesky, touches_the_blocks_it_is_told_to_only) {
  BlockCholesky cholesky{casadi::Sparsity::triplet(6, 6, {0, 2, 1, 0, 2, 3, 4, 3, 4, 5, 4, 5},
                                                   {0, 0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5})};
  ASSERT_TRUE(cholesky.factor(three_blocks()));
  EXPECT_EQ(cholesky.block_of(0), cholesky.block_of(2));
  EXPECT_NE(cholesky.block_of(0), cholesky.block_of(1));
  const auto rows = cholesky.rows(cholesky.block_of(4));
  EXPECT_EQ(std::vector<Index>(rows.begin(), rows.end()), (std::vector<Index>{3, 4, 5}));
  Vector x = Vector::Ones(6);
  const Index block = cholesky.block_of(1);
  cholesky.solve({&block, 1}, x);
  EXPECT_TRUE(support::near(x, Vector{{1.0, 0.5, 1.0, 1.0, 1.0, 1.0}}, 1e-15));
}

TEST(BlockCholesky, refuses_what_is_not_definite_or_not_finite) {
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                             std::numeric_limits<double>::infinity()}) {
    KernelMatrix A(casadi::Sparsity::dense(2, 2));
    BlockCholesky cholesky(casadi::Sparsity::dense(2, 2));
    A.values() = Vector{{2.0, 1.0, 1.0, 1.0}};
    EXPECT_TRUE(cholesky.factor(A));
    A.values()[3] = wrong;
    EXPECT_FALSE(cholesky.factor(A)) << wrong;
  }
  KernelMatrix indefinite(casadi::Sparsity::dense(2, 2));
  indefinite.values() = Vector{{1.0, 2.0, 2.0, 1.0}};
  EXPECT_FALSE(BlockCholesky(casadi::Sparsity::dense(2, 2)).factor(indefinite));
}

}  // namespace
}  // namespace ricochet
