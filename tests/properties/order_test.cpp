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

TEST_P(Order, is_the_declared_one) {
  for (const Problem& problem : {anharmonic_oscillator(), circular_pendulum(), sliding_bowl()}) {
    const auto stepper = GetParam().make(problem);
    EXPECT_NEAR(observed_order(*stepper, problem.initial, 1.0, 16), stepper->info().order, 0.2)
        << problem.system.name();
  }
}

TEST_P(Order, of_the_left_point_rule_is_one) {
  const Problem problem = anharmonic_oscillator();
  const auto stepper =
      make_stepper(GetParam().stepper, problem.system,
                   {.discretization = left_point(), .backend = make_backend(GetParam().backend)});
  EXPECT_EQ(stepper->info().order, 1);
  EXPECT_NEAR(observed_order(*stepper, problem.initial, 1.0, 64), 1.0, 0.2);
}

std::vector<Combination> fast_backends() {
  std::vector<Combination> chosen;
  for (const Combination& c : support::every_combination())
    if (c.backend == "newton") chosen.push_back(c);  // bits are equal for all backends: Agreement
  return chosen;
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, Order, testing::ValuesIn(fast_backends()),
                         support::combination_name);

}  // namespace
}  // namespace ricochet
