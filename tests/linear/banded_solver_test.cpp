#include "ricochet/linear/banded_solver.hpp"

#include "ricochet/random.hpp"
#include "support/matchers.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace ricochet {
namespace {

/// A random band; its diagonal is zero where rows have to be exchanged.
Matrix random_band(Index n, Index band, std::mt19937_64& random) {
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max<Index>(0, i - band); j <= std::min(n - 1, i + band); ++j)
      A(i, j) = i == j && i % 2 == 0 && band > 0 ? 0.0 : 2.0 * unit(random) - 1.0;
  return A;
}

void give(const Matrix& A, Index band, BandedSolver& solver) {
  solver.begin(A.rows(), band);
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.rows(); ++j)
      if (std::abs(i - j) <= band) solver.at(i, j) = A(i, j);
}

TEST(BandedSolver, solves_bands_of_any_width) {
  std::mt19937_64 random(1);
  BandedSolver solver;
  for (const Index n : {12, 1, 5, 40})
    for (const Index band : {0, 1, 3, 60}) {
      const Matrix A = random_band(n, band, random);
      const Vector x = Vector::LinSpaced(n, -1.0, 2.0);
      Vector b = A * x;
      give(A, band, solver);
      if (!(solver.factor() > 1e-6)) continue;  // an unlucky draw
      solver.solve(b);
      EXPECT_TRUE(support::near(b, x, 1e-8)) << n << ' ' << band;
    }
}

TEST(BandedSolver, shows_by_its_pivots_that_rows_depend_on_each_other) {
  BandedSolver solver;
  const Matrix A{{2.0, 1.0, 0.0}, {1.0, 1.0, 0.5}, {0.0, 1.0, 1.0}};  // row 2 = 2 row 1 - row 0
  give(A, 1, solver);
  EXPECT_LT(solver.factor(), 1e-15);
  give(A + Matrix::Identity(3, 3), 1, solver);
  EXPECT_GT(solver.factor(), 0.1);
}

}  // namespace
}  // namespace ricochet
