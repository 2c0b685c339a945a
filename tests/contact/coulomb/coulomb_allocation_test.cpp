#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "support/allocations.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

using support::allocations;
using support::CoulombNumbers, support::RandomCoulomb;

class CoulombAllocation : public support::Allocations {};

/// Problems of all sizes.
TEST_F(CoulombAllocation, is_over_once_the_largest_problem_was_met) {
  RandomCoulomb random(30);
  CoulombSolver solver(newton(), 8, 2);
  std::vector<CoulombNumbers> problems;
  for (int i = 0; i < 3000; ++i) problems.push_back(random.next());
  for (int i = 0; i < 20; ++i) {
    Vector v(9);
    for (double& x : v) x = random.normal();
    problems.push_back(support::jammed_boxes(3, 0.8, v));
  }
  std::vector<Vector> answers;
  for (const CoulombNumbers& numbers : problems) answers.emplace_back(numbers.b.size());
  int judged = 0, rounds = 0;
  for (const bool warm : {false, true})
    for (size_t i = 0; i < problems.size(); ++i) {
      const long before = allocations;
      const StepReport report = solver.solve(problems[i].problem(), answers[i]);
      const long taken = allocations - before;
      ASSERT_TRUE(report.ok()) << report.message;
      if (!warm) continue;
      ++judged;
      rounds += solver.stage() == CoulombStage::rounds;
      EXPECT_EQ(taken, 0) << "problem " << i << ", " << to_string(solver.stage());
    }
  EXPECT_GT(judged, 3000);
  EXPECT_GT(rounds, 0);
}

/// The stages that are rare, called for every problem.
TEST_F(CoulombAllocation, is_over_in_the_last_stages_too) {
  RandomCoulomb random(31);
  Facets facets;
  IndependentContacts independent;
  std::vector<UnitProblem> problems(300);
  std::vector<Vector> answers;
  for (UnitProblem& problem : problems) {
    problem.assign(random.next().problem());
    answers.push_back(Vector::Ones(problem.rows()));
  }
  long taken = 0, solved = 0, chosen = 0;
  for (const bool warm : {false, true})
    for (size_t i = 0; i < problems.size(); ++i) {
      const long before = allocations;
      chosen += static_cast<long>(independent.choose(problems[i], answers[i]).size());
      solved += facets.solve(problems[i], answers[i]) ? 1 : 0;
      if (warm) taken += allocations - before;
      answers[i].setOnes();
    }
  EXPECT_EQ(taken, 0);
  EXPECT_GT(solved, 300);
  EXPECT_GT(chosen, 600);
}

}  // namespace
}  // namespace ricochet
