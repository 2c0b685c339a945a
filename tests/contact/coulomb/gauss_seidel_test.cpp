#include "ricochet/contact/coulomb/gauss_seidel.hpp"

#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers, support::RandomCoulomb;

TEST(GaussSeidel, arrives_at_coulombs_law_for_a_regular_mobility) {
  RandomCoulomb random(5);
  GaussSeidel sweeps;
  for (int trial = 0; trial < 50; ++trial) {
    const CoulombNumbers numbers = support::regular_cube(random);
    UnitProblem problem;
    problem.assign(numbers.problem());
    Vector y = Vector::Zero(problem.rows()), r(12);
    sweeps.prepare(problem);
    sweeps.sweep(y, 1);
    problem.impulses(numbers.problem(), y, r);
    const double once = coulomb_residual(numbers.problem(), r);
    sweeps.sweep(y, 2000);
    problem.impulses(numbers.problem(), y, r);
    EXPECT_LT(coulomb_residual(numbers.problem(), r), 1e-11) << "after one sweep: " << once;
  }
}

}  // namespace
}  // namespace ricochet
