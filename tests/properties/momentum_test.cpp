#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

/// Law: what is a momentum map of the system, contacts and equalities included, is conserved to
/// round-off through free motion, impacts and sliding contact.

namespace ricochet {
namespace {

constexpr long steps = 2000;
constexpr double tolerance = 1e-10;  // 100 times the round-off of 2000 steps, momenta of size 1-10

std::vector<std::string> problems_with_momenta() {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : all_problems())
    if (!entry.make().system.specification().momenta.empty()) names.push_back(entry.name);
  return names;
}

double largest_error(const Problem& problem, Stepper& stepper) {
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return momentum_error(problem.system, run).cwiseAbs().maxCoeff();
}

class MomentumMaps : public testing::TestWithParam<std::string> {};

TEST_P(MomentumMaps, are_conserved) {
  const Problem problem = find_problem(GetParam()).make();
  const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
  ASSERT_TRUE(stepper->info().conserves_momentum_maps);
  EXPECT_LT(largest_error(problem, *stepper), tolerance);
  if (problem.stepper == "gvi") return;
  const auto own = support::Combination{problem.stepper, "newton"}.make(problem);
  ASSERT_TRUE(own->info().conserves_momentum_maps);
  EXPECT_LT(largest_error(problem, *own), tolerance);
}

INSTANTIATE_TEST_SUITE_P(Of, MomentumMaps, testing::ValuesIn(problems_with_momenta()),
                         [](const auto& tested) { return support::test_name(tested.param); });

TEST(MomentumMapsControl, the_law_speaks_of_something) {
  const std::vector<std::string> names = problems_with_momenta();
  EXPECT_GE(names.size(), 5u);
  for (const std::string& name : names) {
    const Problem p = find_problem(name).make();
    EXPECT_GT(p.system.J(p.initial.q, p.initial.p).norm(), 0.1) << name;
  }
}

TEST(MomentumMapsControl, gradients_at_the_predictor_break_it) {
  for (const char* name : {"oscillator", "spring-sphere-mixed"}) {
    const Problem problem = find_problem(name).make();
    GeneralizedVariational ahead(problem.system, {.discretization = problem.discretization,
                                                  .backend = newton(),
                                                  .gradients = Gradients::predictor});
    EXPECT_FALSE(ahead.info().conserves_momentum_maps);
    EXPECT_GT(largest_error(problem, ahead), 1e-3) << name;
  }
}

TEST(MomentumMapsControl, a_force_that_breaks_the_symmetry_breaks_it) {
  for (const std::string& name : problems_with_momenta()) {
    Problem problem = find_problem(name).make();
    SystemSpecification skewed = problem.system.specification();
    skewed.V += 0.01 * skewed.q(0);
    problem.system = System(skewed);
    const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
    EXPECT_GT(largest_error(problem, *stepper), 1e-3) << name;
  }
}

}  // namespace
}  // namespace ricochet
