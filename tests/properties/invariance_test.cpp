#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

/// Laws: permuting constraints permutes their impulses and nothing else; far-away constraints
/// change nothing; a symmetric method run backwards returns; interior steps are the base method;
/// another unit of mass changes no position.

namespace ricochet {
namespace {

using support::Combination;

class Invariance : public testing::TestWithParam<Combination> {};
class InvarianceInContact : public testing::TestWithParam<Combination> {};
class UnitOfMass : public testing::TestWithParam<Combination> {};
class Reversal : public testing::TestWithParam<Combination> {};
class NoReversal : public testing::TestWithParam<Combination> {};

constexpr long steps = 40;

Trajectory run_of(const Combination& c, const System& system, const State& start, double h) {
  const auto stepper = c.make(system);
  Trajectory run = simulate(*stepper, start, {.h = h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

TEST_P(InvarianceInContact, permuting_constraints_permutes_impulses_only) {
  const Problem problem = problems::spring_sphere();
  SystemSpecification swapped = problem.system.specification();
  swapped.g = Constraints{swapped.g[1], swapped.g[0]};
  const Trajectory a = run_of(GetParam(), problem.system, problem.initial, problem.h);
  const Trajectory b = run_of(GetParam(), System(swapped), problem.initial, problem.h);
  EXPECT_LT((a.last().state.q - b.last().state.q).norm(), 1e-11);
  EXPECT_LT((a.last().state.p - b.last().state.p).norm(), 1e-11);
  EXPECT_GT((a.steps[5].force.lambda - b.steps[5].force.lambda).norm(), 1e-4);
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

/// Largest distance of the positions from those in kilograms, with momenta times `by`.
double distance_in_unit(const Combination& c, const Problem& problem, double unit, double by) {
  State start = problem.initial;
  start.p *= by;
  const System other = problem.system.with("mass", unit);
  const Trajectory a = run_of(c, problem.system, problem.initial, problem.h);
  const Trajectory b = run_of(c, other, start, problem.h);
  return (a.last().state.q - b.last().state.q).norm();
}

TEST_P(UnitOfMass, changes_no_position) {
  for (const char* name : {"bowl", "cradle"})
    for (const double unit : {1e-12, 1e12})
      EXPECT_LT(distance_in_unit(GetParam(), find_problem(name).make(), unit, unit), 1e-11)
          << name << ", mass " << unit;
}

TEST_P(UnitOfMass, belongs_to_momenta_too) {
  EXPECT_GT(distance_in_unit(GetParam(), problems::bowl(), 2.0, 1.0), 1e-3);
}

TEST_P(Reversal, of_a_symmetric_method_returns_to_the_start) {
  const Problem problem = problems::spring_sphere();
  const auto stepper = GetParam().make(problem);
  const Trajectory there = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 10});
  ASSERT_TRUE(there.ok()) << there.message();
  State turned = there.last().state;
  turned.p = -turned.p;
  const Trajectory back = simulate(*stepper, turned, {.h = problem.h, .steps = 10});
  ASSERT_TRUE(back.ok()) << back.message();
  EXPECT_LT((back.last().state.q - problem.initial.q).norm(), 1e-11);
  EXPECT_LT((back.last().state.p + problem.initial.p).norm(), 1e-11);
}

TEST_P(NoReversal, of_an_unsymmetric_rule) {
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

/// The methods whose step problems know the natural sizes of impulses.
std::vector<Combination> with_natural_sizes() {
  std::vector<Combination> chosen;
  for (const char* stepper : {"discrete-smooth", "gvi", "moreau-jean", "rattle"})
    for (const char* backend : {"newton", "ipopt"}) chosen.push_back({stepper, backend});
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(Of, UnitOfMass, testing::ValuesIn(with_natural_sizes()),
                         support::combination_name);

const auto holds_contact = [](const StepperInfo& info) { return info.contact_order > 0; };
const auto returns = [](const StepperInfo& info) { return info.symmetric && holds_contact(info); };

INSTANTIATE_TEST_SUITE_P(EveryStepper, InvarianceInContact,
                         testing::ValuesIn(support::combinations_where(holds_contact)),
                         support::combination_name);
INSTANTIATE_TEST_SUITE_P(EveryStepper, Reversal,
                         testing::ValuesIn(support::combinations_where(returns)),
                         support::combination_name);
INSTANTIATE_TEST_SUITE_P(EveryStepper, NoReversal,
                         testing::ValuesIn(support::combinations_with_a_choice_of_rule()),
                         support::combination_name);

}  // namespace
}  // namespace ricochet
