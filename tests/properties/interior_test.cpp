#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"
#include "support/discrete_flow.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

/// Law: a step that meets no constraint is a step of the base method, bit for bit; with rods that
/// is the same stepper without inequalities, whose smaller systems round differently.

namespace ricochet {
namespace {

using support::Combination;

class InteriorSteps : public testing::TestWithParam<support::Trial> {};

TEST_P(InteriorSteps, are_the_base_method) {
  const auto& [name, backend] = GetParam();
  const Problem problem = find_problem(name).make();
  const auto quick = Combination{"gvi", "newton"}.make(problem);
  const auto stepper = Combination{"gvi", backend}.make(problem);
  Problem without = problem;
  SystemSpecification no_walls = problem.system.specification();
  no_walls.g = {};
  without.system = System(no_walls);
  const bool has_rods = without.system.k() > 0;
  support::DiscreteFlow flow(without.system, problem.discretization);
  const auto free = Combination{"gvi", backend}.make(without);
  constexpr long steps = 500;
  const long most = GetParam().length(steps, 10);
  const Trajectory run = simulate(*quick, problem.initial, {.h = problem.h, .steps = steps});
  ASSERT_TRUE(run.ok()) << run.message();
  int interior = 0;
  for (size_t k = 0; k + 1 < run.steps.size() && interior < most; ++k) {
    const bool near = !run.steps[k + 1].contacts.predicted.empty();
    if (near && most < steps) continue;
    const Step next = stepper->advance(run.steps[k], problem.h);
    State base = run.steps[k].state;
    if (has_rods)
      base = free->advance({.state = base}, problem.h).state;
    else
      flow.advance(base, problem.h);
    const bool equal = base.q == next.state.q && base.p == next.state.p;
    EXPECT_FALSE(equal && !next.reflections.empty()) << "an impact is no interior step " << k;
    if (!next.contacts.predicted.empty()) continue;
    ++interior;
    EXPECT_TRUE(equal || has_rods) << "step " << k;
    EXPECT_LT((base.q - next.state.q).norm(), 1e-13) << "step " << k;
    EXPECT_LT((base.p - next.state.p).norm(), 1e-12) << "step " << k;
  }
  // Somebody is always in contact in these problems.
  const std::set<std::string> closed{
      "ball-chain",          "bowl",          "kissing-balls", "spring-sphere",
      "spring-sphere-mixed", "squeezed-ball", "stacked-discs", "three-balls-corner"};
  EXPECT_EQ(interior >= std::min(most, 50L), !closed.contains(name)) << interior;
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryProblem, InteriorSteps,
    testing::ValuesIn(support::trials_of(support::unforced_problems_of("gvi"))),
    support::trial_name);

}  // namespace
}  // namespace ricochet
