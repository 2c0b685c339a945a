#include "ricochet/steppers/newmark.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/direct.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::expect_message;

const State falling{.q = Vector{{0.1}}, .p = Vector{{-4.0}}};
constexpr double h = 0.05, weight = 9.8;

TEST(Newmark, step_satisfies_the_equations_it_stands_for) {
  const System particle = problems::particle_1d().system;
  Newmark stepper(particle, {.newmark = {.beta = 0.3, .gamma = 0.6}, .backend = newton()});
  Step from{.state = falling};
  from.force.lambda = Vector{{0.7}};  // carried
  const Step next = stepper.advance(from, h);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  const double lambda = next.force.lambda[0], half = 0.5 * h;
  const double forces0 = h * weight - 0.7, forces1 = h * weight - lambda;           // as impulses
  EXPECT_NEAR(0.1 - 4.0 * h - half * (0.4 * forces0 + 0.6 * forces1), 0.0, 1e-15);  // (B.8), q1 = 0
  EXPECT_NEAR(next.state.p[0], -4.0 - (0.4 * forces0 + 0.6 * forces1), 1e-14);      // (B.9)
  EXPECT_GT(lambda, 0.0);
  EXPECT_NEAR(next.state.q[0], 0.0, 1e-15);
}

TEST(Newmark, carries_the_multiplier_from_step_to_step) {
  const System particle = problems::particle_1d().system;
  Newmark stepper(particle, {.backend = newton()});
  const Step hit = stepper.advance({.state = falling}, h);
  ASSERT_GT(hit.force.lambda[0], 0.0);
  const Step carried = stepper.advance(hit, h);
  const Step bare = stepper.advance({.state = hit.state}, h);
  const double more = hit.force.lambda[0] + carried.force.lambda[0] - bare.force.lambda[0];
  EXPECT_NEAR(carried.state.p[0] - bare.state.p[0], 0.5 * more, 1e-13);
  EXPECT_GT(std::abs(more), 1.0);
}

TEST(ImexNewmark, carries_nothing_and_equals_the_endpoint_rule_for_a_linear_potential) {
  const Problem problem = problems::particle_1d();
  Newmark imex(problem.system, {.imex = true, .backend = newton()});
  Direct endpoint(problem.system, {.backend = newton()});
  const Trajectory run = simulate(endpoint, problem.initial, {.h = problem.h, .steps = 100});
  ASSERT_TRUE(run.ok()) << run.message();
  int contacts = 0;
  for (size_t i = 1; i < run.steps.size(); ++i) {  // one by one: a bounce doubles any difference
    const Step next = imex.advance({.state = run.steps[i - 1].state}, problem.h);
    EXPECT_NEAR(next.state.q[0], run.steps[i].state.q[0], 1e-14);
    EXPECT_NEAR(next.state.p[0], run.steps[i].state.p[0], 1e-12);
    EXPECT_NEAR(next.force.lambda[0], run.steps[i].force.lambda[0], 1e-12);
    if (next.force.lambda[0] > 0.0) ++contacts;
  }
  EXPECT_GT(contacts, 5);
  const Step& hit = run.steps[50];
  EXPECT_EQ(imex.advance(hit, h).state.q, imex.advance({.state = hit.state}, h).state.q);
}

TEST(ImexNewmark, takes_the_explicit_rule) {
  const Problem problem = problems::particle_1d();
  Newmark stepper(problem.system, {.newmark = {.beta = 0.0}, .imex = true, .backend = newton()});
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 50});
  EXPECT_TRUE(run.ok()) << run.message();
}

TEST(Newmark, takes_the_smallest_beta) {
  const Problem problem = problems::bowl();
  Newmark stepper(problem.system, {.newmark = {.beta = 1e-6}, .backend = newton()});
  const Step next = stepper.advance({.state = problem.initial}, problem.h);
  EXPECT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_EQ(next.contacts.held, std::vector<Index>{0});
}

TEST(Newmark, refuses_wrong_parameters) {
  const System bowl = problems::bowl().system;
  expect_message([&] { Newmark(bowl, {.newmark = {.beta = 0.7}}); },
                 {"Stepper 'newmark'", "beta must be 0 or in [1e-06, 0.5]", "0.7"});
  expect_message([&] { Newmark(bowl, {.newmark = {.beta = 1e-300}}); },
                 {"beta must be 0 or in [1e-06, 0.5]", "1e-300"});
  expect_message([&] { Newmark(bowl, {.newmark = {.gamma = -1.0}, .imex = true}); },
                 {"Stepper 'imex-newmark'", "gamma in [0, 1]", "-1"});
  expect_message([&] { Newmark(bowl, {.newmark = {.beta = 0.0}}); },
                 {"beta = 0 cannot enforce", "'bowl'", "imex-newmark"});
}

}  // namespace
}  // namespace ricochet
