#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

/// Law: every problem runs under every backend with the same bits, because the answer is Newton's
/// from the predictor for the active set, whoever found the set.

namespace ricochet {
namespace {

class Agreement : public testing::TestWithParam<std::string> {};

TEST_P(Agreement, gives_the_same_bits_with_every_backend) {
  const Problem problem = find_problem(GetParam()).make();
  const auto reference = support::Combination{problem.stepper, "newton"}.make(problem);
  const long steps = std::min(problem.steps(), 100L);
  const Trajectory expected =
      simulate(*reference, problem.initial, {.h = problem.h, .steps = steps});
  ASSERT_TRUE(expected.ok()) << expected.message();
  for (const BackendEntry& backend : all_backends()) {
    const auto stepper = support::Combination{problem.stepper, backend.name}.make(problem);
    const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = steps});
    ASSERT_TRUE(run.ok()) << backend.name << ": " << run.message();
    EXPECT_EQ(run.last().state.q, expected.last().state.q) << backend.name;
    EXPECT_EQ(run.last().state.p, expected.last().state.p) << backend.name;
    EXPECT_LE(run.last().report.certificate.worst(), 1e-13) << backend.name;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryProblem, Agreement, testing::ValuesIn(problem_names()),
                         [](const auto& tested) { return support::test_name(tested.param); });

}  // namespace
}  // namespace ricochet
