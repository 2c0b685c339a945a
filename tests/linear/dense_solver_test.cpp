#include "ricochet/linear/dense_solver.hpp"

#include "support/matchers.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <random>

namespace ricochet {
namespace {

Vector solved(DenseSolver& solver, const Matrix& A, const Vector& b, const Vector& scale) {
  Vector x;
  solver.factor(A, scale);
  solver.solve(b, x);
  return x;
}

TEST(DenseSolver, solves_a_regular_system) {
  DenseSolver solver(2);
  const Vector x =
      solved(solver, Matrix{{0.0, 2.0}, {1.0, 1.0}}, Vector{{4.0, 3.0}}, Vector::Ones(2));
  EXPECT_TRUE(support::near(x, Vector{{1.0, 2.0}}, 1e-15));
  EXPECT_FALSE(solver.rank_deficient());
}

TEST(DenseSolver, takes_the_shortest_of_many_answers) {
  DenseSolver solver(2);
  const Matrix twice{{1.0, 1.0}, {1.0, 1.0}};
  const Vector x = solved(solver, twice, Vector{{2.0, 2.0}}, Vector::Ones(2));
  EXPECT_TRUE(solver.rank_deficient());
  EXPECT_TRUE(support::near(x, Vector{{1.0, 1.0}}, 1e-14));
  // In units in which the second unknown is large it costs less to move it: x / scale is short.
  const Vector scaled = solved(solver, twice, Vector{{2.0, 2.0}}, Vector{{1.0, 2.0}});
  EXPECT_TRUE(support::near(scaled, Vector{{0.4, 1.6}}, 1e-14));
  (void)solved(solver, Matrix::Identity(2, 2), Vector::Ones(2), Vector::Ones(2));
  EXPECT_FALSE(solver.rank_deficient()) << "an earlier matrix leaves nothing behind";
}

TEST(DenseSolver, misses_a_contradiction_by_as_little_as_possible) {
  DenseSolver solver(2);
  const Vector x =
      solved(solver, Matrix{{1.0, 0.0}, {1.0, 0.0}}, Vector{{1.0, 3.0}}, Vector::Ones(2));
  EXPECT_TRUE(support::near(x, Vector{{2.0, 0.0}}, 1e-14));
}

TEST(DenseSolver, agrees_with_eigen_on_every_rank) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (Index n = 1; n <= 8; ++n)
    for (Index rank = 0; rank < n; ++rank) {
      Matrix left(n, rank), right(rank, n);
      Vector b(n), x(n);
      for (double& entry : left.reshaped()) entry = normal(random);
      for (double& entry : right.reshaped()) entry = normal(random);
      for (double& entry : b) entry = normal(random);
      const Matrix A = left * right;
      DenseSolver solver(n);
      solver.factor(A, Vector::Ones(n));
      solver.solve(b, x);
      EXPECT_TRUE(solver.rank_deficient());
      Eigen::CompleteOrthogonalDecomposition<Matrix> eigen;
      eigen.setThreshold(1e-12);
      const Vector expected = eigen.compute(A).solve(b);
      EXPECT_TRUE(support::near(x, expected, 1e-13 * (1.0 + expected.norm()))) << n << ", " << rank;
    }
}

}  // namespace
}  // namespace ricochet
