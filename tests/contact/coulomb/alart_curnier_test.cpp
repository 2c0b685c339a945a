#include "ricochet/contact/coulomb/alart_curnier.hpp"

#include "ricochet/contact/coulomb/gauss_seidel.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers, support::RandomCoulomb;

TEST(AlartCurnier, makes_an_answer_near_by_exact) {
  RandomCoulomb random(5);
  GaussSeidel sweeps;
  AlartCurnier newton;
  SolverStatistics statistics;
  for (int trial = 0; trial < 50; ++trial) {
    const CoulombNumbers numbers = support::regular_cube(random);
    UnitProblem problem;
    problem.assign(numbers.problem());
    Vector y = Vector::Zero(problem.rows()), r(12);
    sweeps.prepare(problem);
    newton.prepare(problem);
    sweeps.sweep(y, 20);
    for (const NewtonSteps kind : {NewtonSteps::plain, NewtonSteps::least_norm}) {
      Vector x = y;
      newton.improve(x, 20, kind, statistics);
      problem.impulses(numbers.problem(), x, r);
      EXPECT_LT(coulomb_residual(numbers.problem(), r), 1e-11);
    }
  }
  EXPECT_GT(statistics.newton_iterations, 0);
}

}  // namespace
}  // namespace ricochet
