#include "ricochet/contact/coulomb/unit_problem.hpp"

#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers, support::RandomCoulomb;

TEST(UnitProblem, gives_every_contact_a_unit_mobility) {
  RandomCoulomb random(7);
  const CoulombNumbers numbers = support::regular_cube(random);
  UnitProblem problem;
  problem.assign(numbers.problem());
  for (const CoulombContact& contact : problem.contacts())
    EXPECT_NEAR(problem.A()(contact.row, contact.row), 1.0, 1e-14);
}

TEST(UnitProblem, returns_impulses_and_velocities_in_their_units) {
  RandomCoulomb random(7);
  const CoulombNumbers numbers = support::regular_cube(random);
  UnitProblem problem;
  problem.assign(numbers.problem());
  Vector y = support::random_matrix(random, problem.rows(), 1), r(12), back(problem.rows());
  problem.impulses(numbers.problem(), y, r);
  problem.units(numbers.problem(), r, back);
  EXPECT_LT((back - y).norm(), 1e-13);
  Vector w(problem.rows());
  problem.velocities(y, w);
  const Vector u = numbers.velocities(r);
  for (const CoulombContact& contact : problem.contacts())
    EXPECT_NEAR(w[contact.row] * std::sqrt(numbers.W(contact.row, contact.row)), u[contact.row],
                1e-12);
}

TEST(UnitProblem, softens_the_diagonal_only) {
  RandomCoulomb random(7);
  const CoulombNumbers numbers = support::regular_cube(random);
  UnitProblem problem;
  problem.assign(numbers.problem());
  const Vector y = support::random_matrix(random, problem.rows(), 1);
  Vector stiff(problem.rows()), soft(problem.rows());
  problem.velocities(y, stiff);
  problem.soften(0.25);
  problem.velocities(y, soft);
  EXPECT_LT((soft - stiff - 0.25 * y).norm(), 1e-14);
}

}  // namespace
}  // namespace ricochet
