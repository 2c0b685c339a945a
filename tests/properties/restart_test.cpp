#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

/// Law: a stored Step continues the run bit for bit; a clone, and a stepper that did other work in
/// between, give the same bits: steppers have no memory. Only newmark's result depends on the
/// multipliers that a Step carries; that of shadow depends on its record.

namespace ricochet {
namespace {

using support::Combination;

class Restart : public testing::TestWithParam<Combination> {};

bool same_bits(const Step& a, const Step& b) {
  return a.state.q == b.state.q && a.state.p == b.state.p && a.state.t == b.state.t &&
         a.force.lambda == b.force.lambda && a.force.mu == b.force.mu &&
         a.force.kappa == b.force.kappa && a.force.rho == b.force.rho && a.shadow.h == b.shadow.h &&
         a.shadow.debt == b.shadow.debt;
}

TEST_P(Restart, from_a_stored_step_is_bitwise) {
  const StepperEntry& stepper_entry = find_stepper(GetParam().stepper);
  int tried = 0;
  for (const ProblemEntry& entry : all_problems()) {
    const Problem problem = entry.make();
    // Every problem with the quick backend, with the others those whose own method it is.
    if (GetParam().backend != "newton" && problem.stepper != GetParam().stepper) continue;
    if (!stepper_entry.why_not(problem.system).empty()) continue;
    const auto stepper = GetParam().make(problem);
    const Trajectory whole = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 40});
    const long made = static_cast<long>(whole.steps.size()) - 1;
    if (made < 18) continue;  // some baselines fail early on some problems
    ++tried;

    const auto fresh = GetParam().make(problem);
    const Trajectory rest = simulate(*fresh, whole.steps[17], {.h = problem.h, .steps = made - 17});
    ASSERT_TRUE(rest.ok()) << rest.message();
    EXPECT_TRUE(same_bits(rest.last(), whole.last())) << entry.name;
  }
  EXPECT_TRUE(tried > 0 || GetParam().backend != "newton");
}

TEST_P(Restart, after_other_work_is_bitwise) {
  const Problem problem = problems::spring_sphere();
  const auto stepper = GetParam().make(problem);
  const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 30});
  ASSERT_TRUE(run.ok()) << run.message();
  const auto copy = stepper->clone();
  for (const size_t k : {29u, 3u, 17u, 0u}) {  // out of order
    EXPECT_TRUE(same_bits(stepper->advance(run.steps[k], problem.h), run.steps[k + 1])) << k;
    EXPECT_TRUE(same_bits(copy->advance(run.steps[k], problem.h), run.steps[k + 1])) << k;
  }
}

TEST_P(Restart, would_notice_a_changed_bit) {
  const Problem problem = problems::spring_sphere();
  const auto stepper = GetParam().make(problem);
  Step start{.state = problem.initial};
  const Step one = stepper->advance(start, problem.h);
  start.state.p[0] *= 1.0 + 1e-14;
  EXPECT_FALSE(same_bits(stepper->advance(start, problem.h), one));
}

TEST_P(Restart, hint_of_the_last_step_does_not_change_the_answer) {
  const bool carries = GetParam().stepper == "newmark";  // multipliers, as a part of the state
  bool matters = false;
  const Problem problem = problems::spring_sphere();
  const auto stepper = GetParam().make(problem);
  const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 10});
  for (const Step& step : run.steps) {
    const Step whole = stepper->advance(step, problem.h);
    const Multipliers part{.lambda = step.force.lambda, .nu = step.force.nu};
    const Step with_part =
        stepper->advance({.state = step.state, .force = part, .shadow = step.shadow}, problem.h);
    EXPECT_TRUE(same_bits(whole, with_part));
    const bool same =
        same_bits(whole, stepper->advance({.state = step.state, .shadow = step.shadow}, problem.h));
    EXPECT_TRUE(same || carries);
    matters = matters || !same;
  }
  EXPECT_EQ(matters, carries);
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, Restart, testing::ValuesIn(support::every_combination()),
                         support::combination_name);

}  // namespace
}  // namespace ricochet
