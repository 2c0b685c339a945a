#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"
#include "support/discrete_flow.hpp"

#include <gtest/gtest.h>

#include <set>

/// Laws: permuting constraints permutes their impulses and nothing else; far-away constraints
/// change nothing; a symmetric method run backwards returns; interior steps are the base method.

namespace ricochet {
namespace {

using support::Combination;

class Invariance : public testing::TestWithParam<Combination> {};

constexpr long steps = 40;

Trajectory run_of(const Combination& c, const System& system, const State& start, double h) {
  const auto stepper = c.make(system);
  Trajectory run = simulate(*stepper, start, {.h = h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

TEST_P(Invariance, permuting_constraints_permutes_impulses_only) {
  const Problem problem = problems::spring_sphere();
  SystemSpecification swapped = problem.system.specification();
  swapped.g = Constraints{swapped.g[1], swapped.g[0]};
  const Trajectory a = run_of(GetParam(), problem.system, problem.initial, problem.h);
  const Trajectory b = run_of(GetParam(), System(swapped), problem.initial, problem.h);
  EXPECT_LT((a.last().state.q - b.last().state.q).norm(), 1e-11);
  EXPECT_LT((a.last().state.p - b.last().state.p).norm(), 1e-11);
  EXPECT_GT((a.steps[5].force.lambda - b.steps[5].force.lambda).norm(), 1e-3);
  EXPECT_LT((a.steps[5].force.lambda - b.steps[5].force.lambda.reverse()).norm(), 1e-11);
}

TEST_P(Invariance, a_far_constraint_changes_nothing) {
  const Problem problem = problems::bowl();
  SystemSpecification more = problem.system.specification();
  more.g.add("ceiling", 100.0 - more.q(1));
  const Trajectory a = run_of(GetParam(), problem.system, problem.initial, problem.h);
  const Trajectory b = run_of(GetParam(), System(more), problem.initial, problem.h);
  EXPECT_LT((a.last().state.q - b.last().state.q).norm(), 1e-13);
  EXPECT_LT((a.last().state.p - b.last().state.p).norm(), 1e-12);
}

TEST_P(Invariance, a_symmetric_method_returns_when_run_backwards) {
  const Problem problem = problems::spring_sphere();
  const auto stepper = GetParam().make(problem);
  ASSERT_TRUE(stepper->info().symmetric);
  const Trajectory there = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 10});
  ASSERT_TRUE(there.ok()) << there.message();
  State turned = there.last().state;
  turned.p = -turned.p;
  const Trajectory back = simulate(*stepper, turned, {.h = problem.h, .steps = 10});
  ASSERT_TRUE(back.ok()) << back.message();
  EXPECT_LT((back.last().state.q - problem.initial.q).norm(), 1e-11);
  EXPECT_LT((back.last().state.p + problem.initial.p).norm(), 1e-11);
}

TEST_P(Invariance, an_unsymmetric_rule_does_not_return) {
  const Problem problem = problems::spring_sphere();
  const auto stepper =
      make_stepper(GetParam().stepper, problem.system,
                   {.discretization = left_point(), .backend = make_backend(GetParam().backend)});
  State there = stepper->advance({.state = problem.initial}, problem.h).state;
  there.p = -there.p;
  const State back = stepper->advance({.state = there}, problem.h).state;
  EXPECT_GT((back.q - problem.initial.q).norm(), 1e-3);
}

TEST_P(Invariance, interior_steps_are_the_base_method_bit_for_bit) {
  const Problem problem = problems::spring_sphere();
  SystemSpecification no_walls = problem.system.specification();
  no_walls.g = {};
  const State inside{.q = Vector{{1.0, 1.2, -1.5, 0.3}}, .p = Vector{{0.1, 0.2, -0.1, 0.3}}};
  const auto walled = GetParam().make(problem.system);
  const auto free = GetParam().make(System(no_walls));
  const Step a = walled->advance({.state = inside}, 0.05);
  const Step b = free->advance({.state = inside}, 0.05);
  ASSERT_TRUE(a.report.ok() && b.report.ok());
  EXPECT_EQ(a.state.q, b.state.q);
  EXPECT_EQ(a.state.p, b.state.p);
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, Invariance, testing::ValuesIn(support::every_combination()),
                         support::combination_name);

/// Steps that meet no constraint, against the base method; with rods that is the same stepper
/// without inequalities, whose smaller systems round differently.
class InteriorSteps : public testing::TestWithParam<std::string> {};

TEST_P(InteriorSteps, are_the_base_method) {
  const Problem problem = find_problem(GetParam()).make();
  const auto stepper = Combination{"gvi", "newton"}.make(problem);
  Problem without = problem;
  SystemSpecification no_walls = problem.system.specification();
  no_walls.g = {};
  without.system = System(no_walls);
  const bool has_rods = without.system.k() > 0;
  support::DiscreteFlow flow(without.system, problem.discretization);
  const auto free = Combination{"gvi", "newton"}.make(without);
  const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 500});
  ASSERT_TRUE(run.ok()) << run.message();
  int interior = 0;
  for (size_t k = 0; k + 1 < run.steps.size(); ++k) {
    const Step& next = run.steps[k + 1];
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
  // Somebody is always in contact in the other problems.
  const std::set<std::string> have{
      "cradle", "crest",         "lennard-jones", "oscillator",
      "pogo",   "normal-impact", "particle-1d",   "tangential-approach"};
  EXPECT_EQ(interior > 50, have.contains(GetParam())) << interior;
}

INSTANTIATE_TEST_SUITE_P(OfEveryProblem, InteriorSteps, testing::ValuesIn(problem_names()),
                         [](const auto& tested) { return support::test_name(tested.param); });

}  // namespace
}  // namespace ricochet
