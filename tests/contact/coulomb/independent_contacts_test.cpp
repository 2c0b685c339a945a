#include "ricochet/contact/coulomb/independent_contacts.hpp"

#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::CoulombNumbers, support::RandomCoulomb;

TEST(IndependentContacts, are_as_many_as_the_normals_have_directions) {
  RandomCoulomb random(6);
  const CoulombNumbers numbers = support::cube_on_floor(0.4, support::random_matrix(random, 6, 1));
  UnitProblem problem;
  problem.assign(numbers.problem());
  IndependentContacts independent;
  EXPECT_EQ(independent.choose(problem, Vector::Ones(problem.rows())).size(), 3u)
      << "four corners of a rigid cube: one lift, two turns";
}

TEST(IndependentContacts, leave_out_what_is_not_pressed) {
  RandomCoulomb random(6);
  const CoulombNumbers numbers = support::cube_on_floor(0.4, support::random_matrix(random, 6, 1));
  UnitProblem problem;
  problem.assign(numbers.problem());
  IndependentContacts independent;
  EXPECT_TRUE(independent.choose(problem, Vector::Zero(problem.rows())).empty());
}

}  // namespace
}  // namespace ricochet
