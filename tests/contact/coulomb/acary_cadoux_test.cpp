#include "ricochet/contact/coulomb/acary_cadoux.hpp"

#include "ricochet/contact/coulomb/gauss_seidel.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers, support::RandomCoulomb;

TEST(AcaryCadoux, comes_near_the_answer_of_a_regular_mobility) {
  RandomCoulomb random(5);
  GaussSeidel sweeps;
  AcaryCadoux outer;
  for (int trial = 0; trial < 50; ++trial) {
    const CoulombNumbers numbers = support::regular_cube(random);
    UnitProblem problem;
    problem.assign(numbers.problem());
    Vector exact = Vector::Zero(problem.rows()), y = exact;
    sweeps.prepare(problem);
    sweeps.sweep(exact, 2000);
    outer.run(problem, y, 40, 500);
    EXPECT_LT((y - exact).norm(), 1e-6);
    y.setZero();
    outer.run(problem, y, 1, 2);
    EXPECT_GE((y - exact).norm(), 1e-9 * exact.norm()) << "control: too few iterations";
  }
}

}  // namespace
}  // namespace ricochet
