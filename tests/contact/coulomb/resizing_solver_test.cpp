#include "ricochet/contact/coulomb/resizing_solver.hpp"

#include "support/random_coulomb.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::RandomCoulomb, support::random_matrix;

TEST(ResizingSolver, solves_systems_of_any_size) {
  RandomCoulomb random(1);
  ResizingSolver solver;
  for (const Index n : {5, 1, 12, 3, 40}) {
    const Matrix A = random_matrix(random, n, n);
    const Vector x = random_matrix(random, n, 1);
    for (const bool plain : {true, false}) {
      solver.matrix(n) = A;
      if (plain)
        EXPECT_GT(solver.factor_plain(), 0.0);
      else
        solver.factor_least_norm(1e-11);
      Vector b = A * x;
      solver.solve(b);
      EXPECT_LT((b - x).norm(), 1e-9 * (1.0 + x.norm())) << n;
    }
  }
}

TEST(ResizingSolver, takes_the_shortest_solution_of_dependent_rows) {
  RandomCoulomb random(2);
  ResizingSolver solver;
  for (const Index n : {2, 6, 15}) {
    const Matrix A = random_matrix(random, n, n / 2) * random_matrix(random, n / 2, n);
    const Vector right = random_matrix(random, n, 1);  // not in the range: least squares
    solver.matrix(n) = A;
    EXPECT_LT(solver.factor_plain(), 1e-12);
    solver.factor_least_norm(1e-11);
    Vector x = right;
    solver.solve(x);
    const Vector expected = A.completeOrthogonalDecomposition().solve(right);
    EXPECT_LT((x - expected).norm(), 1e-10 * expected.norm()) << n;
  }
}

}  // namespace
}  // namespace ricochet
