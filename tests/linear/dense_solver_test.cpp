#include "ricochet/linear/dense_solver.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ricochet
