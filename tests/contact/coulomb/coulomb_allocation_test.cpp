#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "support/allocations.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

using support::allocations;
using support::CoulombNumbers;

class CoulombAllocation : public support::Allocations {};

/// Problems of all sizes, those without facets and later stages, which are rare and may allocate.
TEST_F(CoulombAllocation, is_over_once_the_largest_problem_was_met) {
  support::RandomCoulomb random(30);
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
      if (!warm || solver.stage() > CoulombStage::rounds) continue;
      ++judged;
      rounds += solver.stage() == CoulombStage::rounds;
      EXPECT_EQ(taken, 0) << "problem " << i << ", " << to_string(solver.stage());
    }
  EXPECT_GT(judged, 3000);
  EXPECT_GT(rounds, 0);
}

}  // namespace
}  // namespace ricochet
