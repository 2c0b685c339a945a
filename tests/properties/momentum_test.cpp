#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// Law: what is a momentum map of the system, contacts and equalities included, is conserved to
/// round-off through free motion, impacts and sliding contact.

namespace ricochet {
namespace {

// Steps: of gvi and a problem's own method with newton, of others with newton, with ipopt.
constexpr long many = 2000, some = 500, few = 10;
constexpr double tolerance = 1e-12;  // of the largest product; 5 times the round-off of 2000 steps

bool has_momenta(const System& system) { return !system.specification().momenta.empty(); }

std::vector<std::string> problems_with_momenta() {
  std::vector<std::string> names;
  for (const System& system : support::every_system())
    if (has_momenta(system)) names.push_back(system.name());
  return names;
}

/// The start of a problem; where nothing moves along a momentum map, with a push along it.
State telling_start(const Problem& problem) {
  State start = problem.initial;
  const auto map = [&](const Vector& p) { return problem.system.J(start.q, p).norm(); };
  if (map(start.p) > 0.0) return start;
  for (Index i = 0; i < problem.system.n(); ++i)
    start.p[i] += map(Vector::Unit(problem.system.n(), i));
  return start;
}

Trajectory run_of(const Problem& problem, Stepper& stepper, long steps) {
  return simulate(stepper, telling_start(problem), {.h = problem.h, .steps = steps});
}

double largest_error(const Problem& problem, const Trajectory& run) {
  return momentum_error(problem.system, run).cwiseAbs().maxCoeff();
}

/// (1 + |q|) |p| at its largest: what momentum maps are sums of, and what their round-off grows
/// with.
double largest_product(const Trajectory& run) {
  double largest = 0.0;
  for (const Step& step : run.steps)
    largest = std::max(largest, (1.0 + step.state.q.norm()) * step.state.p.norm());
  return largest;
}

struct Tested {
  support::Combination method;
  std::string problem;
};

/// The methods that declare to conserve momentum maps on the problems they take.
std::vector<Tested> every_promise() {
  std::vector<Tested> promises;
  const auto declares = [](const StepperInfo& info) { return info.conserves_momentum_maps; };
  for (const support::Combination& method : support::combinations_where(declares)) {
    if (method.backend != "newton" && method.backend != "ipopt") continue;
    for (const System& system : support::every_system())
      if (has_momenta(system) && find_stepper(method.stepper).why_not(system).empty())
        promises.push_back({method, system.name()});
  }
  return promises;
}

class MomentumMaps : public testing::TestWithParam<Tested> {};

TEST_P(MomentumMaps, are_conserved) {
  const auto& [method, name] = GetParam();
  const Problem problem = find_problem(name).make();
  const auto stepper = method.make(problem);
  ASSERT_TRUE(stepper->info().conserves_momentum_maps);
  const bool own = method.stepper == "gvi" || method.stepper == problem.stepper;
  const long steps = method.backend == "ipopt" ? few : own ? many : some;
  const Trajectory run = run_of(problem, *stepper, steps);
  // A method may name a failure on a problem that is not made for it: what came before counts.
  EXPECT_TRUE(run.ok() || !own) << run.message();
  if (run.made == 0) GTEST_SKIP() << run.message();
  EXPECT_LT(largest_error(problem, run), tolerance * largest_product(run));
}

INSTANTIATE_TEST_SUITE_P(Of, MomentumMaps, testing::ValuesIn(every_promise()),
                         [](const auto& tested) {
                           return support::test_name(tested.param.problem + "_by_" +
                                                     tested.param.method.stepper + "_with_" +
                                                     tested.param.method.backend);
                         });

TEST(MomentumMapsControl, the_law_speaks_of_something) {
  const std::vector<std::string> names = problems_with_momenta();
  EXPECT_GE(names.size(), 5u);
  for (const std::string& name : names) {
    const Problem problem = find_problem(name).make();
    const State start = telling_start(problem);
    EXPECT_GT(problem.system.J(start.q, start.p).norm(), 0.1) << name;
  }
}

TEST(MomentumMapsControl, gradients_at_the_predictor_break_it) {
  for (const char* name : {"oscillator", "spring-sphere-mixed"}) {
    const Problem problem = find_problem(name).make();
    GeneralizedVariational ahead(problem.system, {.discretization = problem.discretization,
                                                  .backend = newton(),
                                                  .gradients = Gradients::predictor});
    EXPECT_FALSE(ahead.info().conserves_momentum_maps);
    EXPECT_GT(largest_error(problem, run_of(problem, ahead, many)), 1e-3) << name;
  }
}

TEST(MomentumMapsControl, a_force_that_breaks_the_symmetry_breaks_it) {
  for (const std::string& name : problems_with_momenta()) {
    Problem problem = find_problem(name).make();
    SystemSpecification skewed = problem.system.specification();
    skewed.V += 0.01 * skewed.q(0);
    problem.system = System(skewed);
    const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
    EXPECT_GT(largest_error(problem, run_of(problem, *stepper, many)), 1e-3) << name;
  }
}

}  // namespace
}  // namespace ricochet
