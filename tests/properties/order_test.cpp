#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

/// Law: the observed order is the declared one, for free motion, in sliding contact and on
/// equalities, all nonlinear. The reference is the same method with a step 32 times finer.

namespace ricochet {
namespace {

using support::Combination;

State end_of_run(Stepper& stepper, const State& start, double duration, long steps) {
  const Trajectory run = simulate(
      stepper, start, {.h = duration / static_cast<double>(steps), .steps = steps, .every = 0});
  EXPECT_TRUE(run.ok()) << run.message();
  return run.last().state;
}

/// Slope of log(error) over log(h) between three halvings, by least squares.
double observed_order(Stepper& stepper, const State& start, double duration, long coarsest) {
  const State exact = end_of_run(stepper, start, duration, coarsest * 256);
  std::vector<double> logs;
  for (long refine = 1; refine <= 8; refine *= 2) {
    const State end = end_of_run(stepper, start, duration, coarsest * refine);
    logs.push_back(std::log2((end.q - exact.q).norm() + (end.p - exact.p).norm()));
  }
  return (3.0 * (logs[0] - logs[3]) + (logs[1] - logs[2])) / 10.0;
}

Problem circular_pendulum() {
  const Expr q = Expr::sym("q", 2);
  return {.system = System({.name = "circular pendulum",
                            .q = q,
                            .M = Expr::eye(2),
                            .V = 9.8 * q(1),
                            .f = {{"rod", norm_2(q) - 1.0}}}),
          .initial = {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, -1.0}}}};
}

Problem anharmonic_oscillator() {
  const Expr q = Expr::sym("q", 2);
  const Expr r2 = dot(q, q);
  return {.system = System({.name = "anharmonic oscillator",
                            .q = q,
                            .M = Expr::eye(2),
                            .V = 0.5 * r2 + 0.25 * r2 * r2}),
          .initial = {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.3, 1.0}}}};
}

Problem sliding_bowl() {
  Problem bowl = problems::bowl();
  bowl.duration = 1.0;
  return bowl;
}

class Order : public testing::TestWithParam<Combination> {};
class OrderOfARule : public testing::TestWithParam<Combination> {};

TEST_P(Order, is_the_declared_one) {
  for (const auto& [problem, claim] :
       {std::pair{anharmonic_oscillator(), &StepperInfo::order},
        std::pair{circular_pendulum(), &StepperInfo::bilateral_order},
        std::pair{sliding_bowl(), &StepperInfo::contact_order}}) {
    if (!find_stepper(GetParam().stepper).why_not(problem.system).empty()) continue;
    const auto stepper = GetParam().make(problem);
    const int claimed = stepper->info().*claim;
    if (claimed == 0) continue;
    const double tolerance = claimed == 1 ? 0.3 : 0.2;  // first order shows late
    EXPECT_NEAR(observed_order(*stepper, problem.initial, 1.0, 16), claimed, tolerance)
        << problem.system.name();
  }
}

TEST_P(OrderOfARule, is_one_for_the_left_point_rule) {
  const Problem problem = anharmonic_oscillator();
  const auto stepper =
      make_stepper(GetParam().stepper, problem.system,
                   {.discretization = left_point(), .backend = make_backend(GetParam().backend)});
  EXPECT_EQ(stepper->info().order, 1);
  EXPECT_NEAR(observed_order(*stepper, problem.initial, 1.0, 64), 1.0, 0.2);
}

std::vector<Combination> quick(const std::vector<Combination>& all) {
  std::vector<Combination> chosen;
  for (const Combination& c : all)
    if (c.backend == "newton") chosen.push_back(c);  // bits are equal for all backends: Agreement
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, Order,
                         testing::ValuesIn(quick(support::every_combination())),
                         support::combination_name);
INSTANTIATE_TEST_SUITE_P(EveryStepper, OrderOfARule,
                         testing::ValuesIn(quick(support::combinations_with_a_choice_of_rule())),
                         support::combination_name);

}  // namespace
}  // namespace ricochet
