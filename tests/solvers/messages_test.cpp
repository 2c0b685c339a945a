#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/direct.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

/// What the message of a failed run says, whichever method it is of.

namespace ricochet {
namespace {

using testing::AnyOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class Messages : public testing::TestWithParam<StepperEntry> {};

/// What every message of a failed run must be: a cause that says more than its status, a cure, no
/// empty part, three lines of a terminal at most.
void expect_helpful(const Trajectory& run) {
  const std::string message = run.message();
  EXPECT_FALSE(run.end.message.empty()) << message;
  EXPECT_LE(message.size(), 360U) << message;
  EXPECT_THAT(message, EndsWith(explain(run.end.status)));
  EXPECT_THAT(message,
              Not(AnyOf(HasSubstr(": ."), HasSubstr(": :"), HasSubstr("...."), HasSubstr("  "),
                        HasSubstr("''"), ContainsRegex("[^.][.][.][^.]"))));
}

/// The bowl with a step in which the particle would fall 490 m: methods fail in many ways.
TEST_P(Messages, of_failed_steps_have_no_empty_parts_and_end_with_the_cure) {
  const Problem bowl = problems::bowl();
  for (const double h : {0.5, 2.0, 10.0}) {
    StepperOptions options = GetParam().suited(bowl.discretization);
    options.backend = newton();
    const Trajectory run =
        simulate(*GetParam().make(bowl.system, options), bowl.initial, {.h = h, .steps = 20});
    if (!run.ok()) expect_helpful(run);
  }
}

/// Steps a hundred times too large, of systems with rods, many contacts and stiff potentials.
TEST(FailureMessages, of_every_method_on_many_problems_help) {
  std::set<StepStatus> seen;
  int failed = 0;
  for (const char* name : {"cradle", "disc-box", "double-pendulum-walls", "lennard-jones",
                           "squeezed-ball", "star", "wedge"}) {
    const Problem problem = find_problem(name).make();
    for (const StepperEntry& entry : all_steppers()) {
      if (!entry.why_not(problem.system).empty()) continue;
      for (const double factor : {30.0, 100.0}) {
        StepperOptions options = entry.suited(problem.discretization);
        options.backend = newton();
        const Trajectory run =
            simulate(*entry.make(problem.system, options), problem.initial,
                     {.h = factor * problem.h, .steps = 10, .violated_start = true});
        if (run.ok()) continue;
        ++failed;
        seen.insert(run.end.status);
        expect_helpful(run);
      }
    }
  }
  EXPECT_GE(failed, 40) << "few runs failed";
  EXPECT_GE(seen.size(), 3U) << "few ways to fail were seen";
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, Messages, testing::ValuesIn(all_steppers()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

TEST(FailureMessages, of_a_slow_impact_say_where_it_lies_in_the_step_and_what_slow_means) {
  const Problem pogo = problems::pogo();
  const auto stepper = make_stepper("collision", pogo.system,
                                    {.discretization = pogo.discretization, .backend = newton()});
  const Trajectory run = simulate(*stepper, pogo.initial, {.h = pogo.h, .steps = 300});
  ASSERT_EQ(run.end.status, StepStatus::no_admissible_root) << run.message();
  for (const char* part : {"'floor'", "alpha = ", "normal speed", "a h / 2", "--slow-impact"})
    EXPECT_THAT(run.message(), HasSubstr(part));
}

TEST(FailureMessages, of_a_motion_that_blows_up_do_not_blame_the_linear_solver) {
  const Problem gas = problems::disc_gas(6);
  Direct stepper(gas.system, {.enforced = Enforced::midpoint, .backend = automatic()});
  const Trajectory run = simulate(stepper, gas.initial, {.h = gas.h, .steps = 1000, .every = 0});
  ASSERT_FALSE(run.ok());
  EXPECT_NE(run.end.status, StepStatus::backend_error) << run.message();
  EXPECT_THAT(run.message(), Not(HasSubstr("mumps")));
}

}  // namespace
}  // namespace ricochet
