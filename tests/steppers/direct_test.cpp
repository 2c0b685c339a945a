#include "ricochet/steppers/direct.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet {
namespace {

Trajectory run_of(const Problem& problem, Enforced enforced, long steps) {
  Direct stepper(problem.system, {.enforced = enforced, .backend = newton()});
  Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

/// Energy of free flight after and before each contact of a falling particle.
std::vector<double> energy_ratios(const System& system, const Trajectory& run) {
  std::vector<double> ratios;
  const Vector E = energy(system, run);
  double before = E[0];
  for (size_t i = 1; i < run.steps.size(); ++i) {
    const bool touched = run.steps[i].force.lambda[0] > 0.0;
    const bool flies = i + 1 < run.steps.size() && run.steps[i + 1].force.lambda[0] == 0.0;
    if (!touched || !flies) continue;
    ratios.push_back(E[static_cast<Index>(i) + 1] / before);
    before = E[static_cast<Index>(i) + 1];
  }
  return ratios;
}

TEST(Direct, step_satisfies_the_equations_it_stands_for) {
  const Problem problem = problems::particle_1d();
  const State start{.q = Vector{{0.1}}, .p = Vector{{-4.0}}};
  const double h = problem.h, weight = 9.8;
  for (const Enforced enforced : {Enforced::endpoint, Enforced::midpoint}) {
    Direct stepper(problem.system, {.enforced = enforced, .backend = newton()});
    const Step next = stepper.advance({.state = start}, h);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    const double q1 = next.state.q[0], p1 = next.state.p[0], lambda = next.force.lambda[0];
    EXPECT_GT(lambda, 0.0);
    EXPECT_NEAR(q1, 0.1 + 0.5 * h * (p1 - 4.0), 1e-14);  // [KP12] (B.3)
    EXPECT_NEAR(p1, -4.0 - h * weight + lambda, 1e-13);  // (B.4), (B.5)
    EXPECT_NEAR(enforced == Enforced::endpoint ? q1 : 0.5 * (0.1 + q1), 0.0, 1e-15);
    EXPECT_EQ(next.contacts.held, std::vector<Index>{0});
  }
}

TEST(Direct, at_the_endpoint_only_loses_energy_and_differently_in_every_bounce) {
  const Problem problem = problems::particle_1d();
  const Trajectory run = run_of(problem, Enforced::endpoint, 100);
  const std::vector<double> ratios = energy_ratios(problem.system, run);
  ASSERT_GE(ratios.size(), 3u);
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  EXPECT_LT(*most, 1.0);
  EXPECT_GT(*most - *least, 0.05);
  EXPECT_GE(smallest_gap(problem.system, run), -1e-13);
}

TEST(Direct, at_the_midpoint_loses_and_gains_energy) {
  const Problem problem = problems::particle_1d();
  const Trajectory run = run_of(problem, Enforced::midpoint, 300);
  const std::vector<double> ratios = energy_ratios(problem.system, run);
  ASSERT_GE(ratios.size(), 3u);
  const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
  EXPECT_LT(*least, 0.95);
  EXPECT_GT(*most, 1.05);
}

TEST(Direct, at_the_midpoint_keeps_angular_momentum_and_at_the_endpoint_not) {
  const Problem problem = problems::spring_sphere();
  const auto error = [&](Enforced enforced) {
    const Trajectory run = run_of(problem, enforced, 40);
    return momentum_error(problem.system, run).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(error(Enforced::midpoint), 1e-11);
  EXPECT_GT(error(Enforced::endpoint), 1.0);
}

TEST(Direct, keeps_rods_at_the_end_of_each_step) {
  const Problem problem = find_problem("cradle").make();
  EXPECT_LT(equality_error(problem.system, run_of(problem, Enforced::endpoint, 100)).maxCoeff(),
            1e-12);
}

TEST(Direct, refuses_restitution) {
  support::expect_message([] { Direct{problems::bowl().system.with("restitution", 0.5)}; },
                          {"Stepper 'direct-endpoint'", "'bowl'", "restitution 1", "0.5"});
}

}  // namespace
}  // namespace ricochet
