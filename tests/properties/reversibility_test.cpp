#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// Law: forward, p -> -p, forward, p -> -p returns. The base step does so in every step; a run does
/// through an impact of one contact, provided that the way back meets it at the same place: which
/// contacts are predicted may depend on the direction of the motion along the wall. Simultaneous
/// impacts and a contact that is left smoothly do not return; that is the method.

namespace ricochet {
namespace {

constexpr long most_steps = 1000;
constexpr double tolerance = 1e-11;  // 100 times what is observed

Trajectory run_of(const Problem& problem, Stepper& stepper, const State& start, long count) {
  // The way back begins where gvi ended, which by design may be inside a constraint.
  Trajectory run =
      simulate(stepper, start, {.h = problem.h, .steps = count, .violated_start = true});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

State turned(State state) {
  state.p = -state.p;
  return state;
}

double distance(const State& a, const State& b) { return (a.q - b.q).norm() + (a.p - b.p).norm(); }

/// The contact of an impact of a single one; -1 if there was none, -2 if there were several.
Index hit(const Step& step) {
  if (step.reflections.empty()) return -1;
  return step.reflections.size() == 1 && step.reflections[0].set.size() == 1
             ? step.reflections[0].set[0]
             : -2;
}

/// The way back pushes with mu where the way there pushes with lambda.
bool pushes_both_ways(const Step& step) {
  return step.contacts.held == step.contacts.smooth &&
         (step.force.mu.size() == 0 || step.force.mu.minCoeff() >= -1e-12);
}

/// Pieces of a run with newton, made again there and back with the backend.
class Reversibility : public testing::TestWithParam<support::Trial> {
 protected:
  Problem problem = find_problem(GetParam().problem).make();
  std::unique_ptr<Stepper> quick = support::Combination{"gvi", "newton"}.make(problem);
  std::unique_ptr<Stepper> stepper = support::Combination{"gvi", GetParam().backend}.make(problem);
  long steps = std::min(most_steps, problem.steps());
  Trajectory run = run_of(problem, *quick, problem.initial, steps);
  long most_judged = GetParam().length(steps, 3);

  void SetUp() override {
    if (problem.system.rheonomic()) GTEST_SKIP() << "what moves by itself goes on on the way back";
  }
};

TEST_P(Reversibility, of_the_base_step_holds_in_every_step) {
  if (GetParam().problem == "stacked-discs")
    GTEST_SKIP() << "contacts outnumber coordinates: mu is not unique and pulls somewhere";
  long judged = 0;
  for (size_t k = 0; k + 1 < run.steps.size() && judged < most_judged; ++k) {
    const Step next = stepper->advance(run.steps[k], problem.h);
    if (!pushes_both_ways(next) || hit(next) == -2) continue;
    const Step back = stepper->advance({.state = turned(next.state)}, problem.h);
    if (hit(back) != -1) continue;  // an impact right behind: the run's test judges it
    State start = run.steps[k].state;
    if (hit(next) >= 0) start.p = next.impacts[0].p_plus;
    EXPECT_LT(distance(turned(back.state), start), tolerance) << "step " << k;
    ++judged;
  }
  EXPECT_GE(judged, std::min(steps / 4, most_judged));
}

TEST_P(Reversibility, of_runs_holds_through_single_impacts) {
  constexpr size_t before = 4, length = 8;
  long met = 0, judged = 0;
  for (size_t k = before; k + length < run.steps.size(); ++k) {
    if (judged == most_judged || met == 4 * most_judged) break;
    if (hit(run.steps[k]) < 0) continue;
    ++met;
    const auto there = run_of(problem, *stepper, run.steps[k - before].state, length).steps;
    const Trajectory back = run_of(problem, *stepper, turned(there[length].state), length);
    bool same_impacts = hit(there[1]) == -1 && hit(back.steps[1]) == -1;
    for (size_t i = 2; i <= length; ++i)  // an impact at the start of step i there, at that of
      same_impacts = same_impacts && hit(there[i]) != -2 &&  // length + 2 - i on the way back
                     hit(there[i]) == hit(back.steps[length + 2 - i]);
    if (!same_impacts) continue;
    EXPECT_LT(distance(turned(back.last().state), there[0].state), tolerance) << "step " << k;
    ++judged;
  }
  // A node of a bar chatters: impact upon impact, without the free steps that a judgement needs.
  const bool chatters = GetParam().problem.starts_with("bar-");
  EXPECT_EQ(met > 0 && !chatters, judged > 0);
  for (const char* always : {"particle-1d", "normal-impact", "oscillator"})
    EXPECT_TRUE(GetParam().problem != always || 4 * judged > 3 * met) << judged << " of " << met;
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryProblem, Reversibility,
    testing::ValuesIn(support::trials_of(support::unforced_problems_of("gvi"))),
    support::trial_name);

TEST(ReversibilityControl, an_unsymmetric_rule_does_not_return) {
  for (const char* name : {"pogo", "oscillator", "spring-sphere"}) {
    const Problem problem = find_problem(name).make();
    const auto stepper = make_stepper(
        "gvi", problem.system, {.discretization = left_point(), .backend = make_backend("newton")});
    const Trajectory there = run_of(problem, *stepper, problem.initial, 1);
    const Trajectory back = run_of(problem, *stepper, turned(there.last().state), 1);
    EXPECT_GT(distance(turned(back.last().state), problem.initial), 1e-3) << name;
  }
}

}  // namespace
}  // namespace ricochet
