#include "ricochet/symbols/mass_blocks.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

/// Coordinates 0 and 3 share inertia, 1 and 2 stand alone.
Matrix masses(double shared) {
  Matrix M = Vector{{2.0, 1.0, 4.0, 3.0}}.asDiagonal();
  M(0, 3) = M(3, 0) = shared;
  return M;
}

MassBlocks blocks(const Matrix& M) { return MassBlocks(M.sparseView()); }

TEST(MassBlocks, invert_what_shares_inertia_together_and_the_rest_alone) {
  const Matrix M = masses(1.0);
  const MassBlocks::Sparse inverse = blocks(M).inverse();
  EXPECT_EQ(inverse.nonZeros(), 6) << "four of the block and two";
  EXPECT_TRUE(near(Matrix(inverse), Matrix(M.inverse()), 1e-15));
  const Vector p{{1.0, -2.0, 3.0, 0.5}};
  EXPECT_TRUE(near(blocks(M).solve(p), Vector(M.inverse() * p), 1e-15));
}

TEST(MassBlocks, know_whether_they_are_definite) {
  EXPECT_TRUE(blocks(masses(2.4)).definite());
  EXPECT_FALSE(blocks(masses(2.5)).definite());
}

}  // namespace
}  // namespace ricochet
