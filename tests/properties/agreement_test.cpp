#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

/// Law: every problem runs under every backend with the same bits, because the answer is Newton's
/// from the predictor for the active set, whoever found the set.

namespace ricochet {
namespace {

/// Friction leaves impulses open where contacts outnumber coordinates. IPOPT finds others of them,
/// whose motion is the same to round-off.
bool has_open_impulses(const std::string& problem) {
  return problem == "dominoes" || problem == "fallen-chain";
}

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
    if (has_open_impulses(GetParam()) && backend.name != "automatic") {
      const State &a = run.last().state, &b = expected.last().state;
      EXPECT_LE((a.q - b.q).lpNorm<Eigen::Infinity>(), 1e-13) << backend.name;
      EXPECT_LE((a.p - b.p).lpNorm<Eigen::Infinity>(), 1e-13) << backend.name;
      continue;
    }
    EXPECT_EQ(run.last().state.q, expected.last().state.q) << backend.name;
    EXPECT_EQ(run.last().state.p, expected.last().state.p) << backend.name;
    EXPECT_LE(run.last().report.certificate.worst(), 1e-13) << backend.name;
  }
}

TEST_P(Agreement, of_ipopt_and_newton_holds_in_later_impacts) {
  constexpr long run_length = 1000;
  constexpr int most = 10;
  const Problem problem = find_problem(GetParam()).make();
  if (const std::string reason = find_stepper("gvi").why_not(problem.system); !reason.empty())
    GTEST_SKIP() << reason;
  const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
  const auto audit = support::Combination{"gvi", "audit"}.make(problem);
  const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = run_length});
  ASSERT_TRUE(run.ok()) << run.message();
  int judged = 0;
  for (size_t k = 100; k + 1 < run.steps.size() && judged < most; ++k) {
    const Step& expected = run.steps[k + 1];
    if (expected.reflections.empty()) continue;
    ++judged;
    const Step next = audit->advance(run.steps[k], problem.h);
    ASSERT_TRUE(next.report.ok()) << "step " << k << ": " << next.report.message;
    EXPECT_EQ(next.state.q, expected.state.q) << "step " << k;
    EXPECT_EQ(next.state.p, expected.state.p) << "step " << k;
  }
  for (const char* hits : {"cradle", "lennard-jones", "oscillator", "pogo", "spring-sphere-mixed"})
    EXPECT_TRUE(GetParam() != hits || judged > 1);
}

TEST(AgreementControl, bits_tell_a_start_that_differs_by_round_off) {
  for (const std::string& name : support::problems_of("gvi")) {
    const Problem problem = find_problem(name).make();
    const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
    State other = problem.initial;
    other.q.array() += 1e-13;
    other.p.array() += 1e-13;
    const State a = stepper->advance({.state = problem.initial}, problem.h).state;
    const State b = stepper->advance({.state = other}, problem.h).state;
    EXPECT_FALSE(a.q == b.q && a.p == b.p) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryProblem, Agreement, testing::ValuesIn(problem_names()),
                         [](const auto& tested) { return support::test_name(tested.param); });

}  // namespace
}  // namespace ricochet
