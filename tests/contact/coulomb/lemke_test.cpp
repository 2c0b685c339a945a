#include "ricochet/contact/coulomb/lemke.hpp"

#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers, support::RandomCoulomb, support::random_matrix;

TEST(Lemke, solves_linear_complementarity) {
  RandomCoulomb random(3);
  Lemke lemke;
  int solved = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Index n = 1 + random.index(8), rank = 1 + random.index(n);
    const Matrix R = random_matrix(random, n, rank);
    const Matrix M = R * R.transpose();
    const Vector q = M * random_matrix(random, n, 1);
    lemke.M(n) = M;
    lemke.q() = q;
    if (!lemke.solve()) continue;
    ++solved;
    const Vector z = lemke.z();
    EXPECT_LT(z.cwiseMin(M * z + q).lpNorm<Eigen::Infinity>(), 1e-9 * (1.0 + z.norm()));
  }
  EXPECT_GE(solved, 495) << "round-off of dependent rows may end it, no more";
}

TEST(Lemke, returns_the_ray_of_a_problem_without_solution) {
  Lemke lemke;
  lemke.M(2) = Matrix{{1.0, -1.0}, {-1.0, 1.0}};
  lemke.q() = Vector{{-1.0, -1.0}};
  EXPECT_FALSE(lemke.solve());
  EXPECT_NEAR(lemke.z()[0], lemke.z()[1], 1e-14);
  EXPECT_GT(lemke.z()[0], 0.0);
}

/// In the plane the cone has two facets: the answer is exact.
TEST(Lemke, is_exact_in_the_plane) {
  RandomCoulomb random(4);
  Facets facets;
  int solved = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const CoulombNumbers numbers = support::stack_of_boxes(2, 0.4, random_matrix(random, 6, 1));
    UnitProblem problem;
    problem.assign(numbers.problem());
    Vector y(8), r(8);
    if (!facets.solve(problem, y)) continue;
    problem.impulses(numbers.problem(), y, r);
    solved += coulomb_residual(numbers.problem(), r) < 1e-9;
  }
  EXPECT_GT(solved, 180);
}

}  // namespace
}  // namespace ricochet
