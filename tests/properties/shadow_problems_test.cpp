#include "ricochet/backends/newton.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>
#include <utility>

/// Law: shadow takes every problem with elastic contacts to its end, whatever lasts and whatever is
/// on rods. Every step is certified, no stored state penetrates, and momentum maps are exact.

namespace ricochet {
namespace {

RunSummary run(const Problem& problem, Stepper& stepper) {
  Monitor monitor(problem.system);
  Step now{.state = problem.initial}, next;
  monitor.start(now);
  for (long i = 0; i < std::lround(problem.duration / problem.h); ++i) {
    stepper.advance(now, problem.h, next);
    EXPECT_TRUE(next.report.ok()) << "step " << i << ": " << next.report.message;
    if (!next.report.ok()) break;
    monitor.observe(next);
    std::swap(now, next);
  }
  return monitor.summary();
}

class ShadowOnProblems : public testing::TestWithParam<std::tuple<std::string, Placement>> {};

TEST_P(ShadowOnProblems, ends_every_step_admissibly) {
  const auto& [name, placement] = GetParam();
  const Problem problem = find_problem(name).make();
  const StepperEntry& entry = find_stepper("shadow");
  StepperOptions options{.backend = newton(), .placement = placement};
  options.discretization = entry.suited(problem.discretization).discretization;
  const auto stepper = entry.make(problem.system, options);
  const RunSummary made = run(problem, *stepper);
  EXPECT_EQ(made.certified, made.steps);
  EXPECT_GE(made.gap_min, -1e-13);
  EXPECT_LT(made.equality_max, 1e-11);
  for (const double off : made.momentum_max_error) EXPECT_LT(off, 1e-10);
  EXPECT_LT(std::abs(made.shadow.debt_max), 1e-6 * std::abs(made.energy_max));
}

INSTANTIATE_TEST_SUITE_P(Of, ShadowOnProblems,
                         testing::Combine(testing::ValuesIn(support::problems_of("shadow")),
                                          testing::Values(Placement::grid, Placement::located)),
                         [](const auto& tested) {
                           const bool grid = std::get<1>(tested.param) == Placement::grid;
                           return support::test_name(std::get<0>(tested.param)) +
                                  (grid ? "_at_the_grid" : "_located");
                         });

TEST(ShadowOnProblemsControl, gvi_penetrates_in_a_step_or_other) {
  const Problem problem = find_problem("disc-box").make();
  const auto gvi = make_stepper("gvi", problem.system,
                                {.discretization = problem.discretization, .backend = newton()});
  EXPECT_LT(run(problem, *gvi).gap_min, -1e-6);
}

}  // namespace
}  // namespace ricochet
