#include "ricochet/contact/coulomb/acary_cadoux.hpp"
#include "ricochet/contact/coulomb/alart_curnier.hpp"
#include "ricochet/contact/coulomb/gauss_seidel.hpp"
#include "ricochet/contact/coulomb/lemke.hpp"
#include "ricochet/contact/coulomb/resizing_solver.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers;
using support::RandomCoulomb;

Matrix random_matrix(RandomCoulomb& random, Index rows, Index columns) {
  Matrix A(rows, columns);
  for (double& x : A.reshaped()) x = random.normal();
  return A;
}

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

TEST(Lemke, solves_linear_complementarity) {
  RandomCoulomb random(3);
  int solved = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Index n = 1 + random.index(8), rank = 1 + random.index(n);
    const Matrix R = random_matrix(random, n, rank);
    const Matrix M = R * R.transpose();
    const Vector q = M * random_matrix(random, n, 1);
    const LemkeAnswer answer = lemke(M, q);
    if (!answer.solved) continue;
    ++solved;
    EXPECT_LT(answer.z.cwiseMin(M * answer.z + q).lpNorm<Eigen::Infinity>(),
              1e-9 * (1.0 + answer.z.norm()));
  }
  EXPECT_GE(solved, 495) << "round-off of dependent rows may end it, no more";
}

TEST(Lemke, returns_the_ray_of_a_problem_without_solution) {
  const LemkeAnswer answer = lemke(Matrix{{1.0, -1.0}, {-1.0, 1.0}}, Vector{{-1.0, -1.0}});
  EXPECT_FALSE(answer.solved);
  ASSERT_EQ(answer.ray.size(), 2);
  EXPECT_NEAR(answer.ray[0], answer.ray[1], 1e-14);
  EXPECT_GT(answer.ray[0], 0.0);
}

/// In the plane the cone has two facets: the answer is exact.
TEST(Lemke, is_exact_in_the_plane) {
  RandomCoulomb random(4);
  int solved = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const CoulombNumbers numbers = support::stack_of_boxes(2, 0.4, random_matrix(random, 6, 1));
    UnitProblem problem;
    problem.assign(numbers.problem());
    Vector y(8), r(8);
    if (!solve_on_facets(problem, y)) continue;
    problem.impulses(numbers.problem(), y, r);
    solved += coulomb_residual(numbers.problem(), r) < 1e-9;
  }
  EXPECT_GT(solved, 180);
}

/// Alone, each part finds the answer of a problem with a regular mobility.
TEST(CoulombParts, agree_where_all_converge) {
  RandomCoulomb random(5);
  GaussSeidel sweeps;
  AlartCurnier newton;
  AcaryCadoux outer;
  SolverStatistics statistics;
  for (int trial = 0; trial < 50; ++trial) {
    CoulombNumbers numbers = support::cube_on_floor(0.4, random_matrix(random, 6, 1));
    numbers.W.diagonal().array() += 0.5;
    const CoulombProblem given = numbers.problem();
    UnitProblem problem;
    problem.assign(given);
    Vector y = Vector::Zero(problem.rows()), r(12), first(12);
    sweeps.prepare(problem);
    sweeps.sweep(y, 2000);
    problem.impulses(given, y, first);
    EXPECT_LT(coulomb_residual(given, first), 1e-11);
    y.setZero();
    newton.prepare(problem);
    sweeps.sweep(y, 20);
    newton.improve(y, 20, NewtonSteps::plain, statistics);
    problem.impulses(given, y, r);
    EXPECT_LT((r - first).norm(), 1e-10);
    y.setZero();
    outer.run(problem, y, 40, 500);
    problem.impulses(given, y, r);
    EXPECT_LT((r - first).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace ricochet
