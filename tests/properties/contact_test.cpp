#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <cmath>

/// Law: contacts that a step holds are exactly closed, tangential and never pull; equalities hold
/// exactly too, in positions and velocities, whether or not some of their rows repeat others.

namespace ricochet {
namespace {

// About 100 times what is observed, in units of 1.
constexpr double closed = 1e-13;      // |g|, |f|
constexpr double tangential = 5e-14;  // |n.v|, |F^T v|
constexpr double pulling = 1e-12;     // -lambda

struct Worst {
  double gap = 0.0, speed = 0.0, pull = 0.0, f = 0.0, f_speed = 0.0;
  long held = 0;

  void observe(const System& system, const Matrix& M, const Step& step) {
    const System s = system.at(step.state.t);
    const Vector v = M.llt().solve(step.state.p), g = s.g(step.state.q);
    const Vector speeds = s.G(step.state.q).transpose() * v + s.g_rate(step.state.q);
    for (const Index i : step.contacts.held) {
      ++held;
      gap = std::max(gap, std::abs(g[i]));
      speed = std::max(speed, std::abs(speeds[i]));
    }
    for (const Index i : step.contacts.smooth) pull = std::max(pull, -step.force.lambda[i]);
    if (s.k() == 0) return;
    f = std::max(f, s.f(step.state.q).cwiseAbs().maxCoeff());
    const Vector leaving = s.F(step.state.q).transpose() * v + s.f_rate(step.state.q);
    f_speed = std::max(f_speed, leaving.cwiseAbs().maxCoeff());
  }
};

/// The worst of a run, judged by the rows of `judge`, which may be more than the stepper knows.
Worst worst_of(const Problem& problem, Stepper& stepper, const System& judge, long steps) {
  Worst worst;
  const Matrix M = judge.M_now();
  const Trajectory run =
      simulate(stepper, problem.initial,
               {.h = problem.h, .steps = steps, .every = 0, .on_step = [&](const Step& step) {
                  worst.observe(judge, M, step);
                }});
  EXPECT_TRUE(run.ok()) << run.message();
  return worst;
}

class Contacts : public testing::TestWithParam<support::Trial> {};

TEST_P(Contacts, held_are_exact_over_runs) {
  const Problem problem = find_problem(GetParam().problem).make();
  const long steps = std::min(problem.steps(), GetParam().length(problem.steps(), 20));
  std::vector<std::string> steppers{"gvi"};
  // What rattle holds may part by Newton's law of impact.
  if (problem.stepper != "gvi" && problem.stepper != "rattle") steppers.push_back(problem.stepper);
  for (const std::string& name : steppers) {
    const auto stepper = support::Combination{name, GetParam().backend}.make(problem);
    const Worst worst = worst_of(problem, *stepper, problem.system, steps);
    EXPECT_LT(worst.gap, closed) << name;
    EXPECT_LT(worst.speed, tangential) << name;
    EXPECT_LT(worst.pull, pulling) << name;
    EXPECT_LT(worst.f, closed) << name;
    EXPECT_LT(worst.f_speed, tangential) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfEveryProblem, Contacts,
                         testing::ValuesIn(support::trials_of(support::problems_of("gvi"))),
                         support::trial_name);

TEST(ContactsControl, the_law_speaks_of_something) {
  for (const char* name : {"ball-chain", "bowl", "cradle", "crest", "spring-sphere"}) {
    const Problem problem = find_problem(name).make();
    const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
    EXPECT_GT(worst_of(problem, *stepper, problem.system, 40).held, 30) << name;
  }
}

TEST(ContactsControl, without_projection_contacts_are_not_tangential) {
  const Problem problem = problems::spring_sphere();
  DiscreteSmooth stepper(problem.system,
                         {.backend = newton(), .gradients = Gradients::all, .projection = false});
  const Worst worst = worst_of(problem, stepper, problem.system, 40);
  EXPECT_LT(worst.gap, closed);
  EXPECT_GT(worst.speed, 1e-3);
}

TEST(ContactsControl, without_equalities_the_rods_stretch) {
  Problem problem = find_problem("cradle").make();
  const System held = problem.system;
  SystemSpecification loose = held.specification();
  loose.f = {};
  problem.system = System(loose);
  const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
  const Worst worst = worst_of(problem, *stepper, held, 5);
  EXPECT_GT(worst.f, 1e-3);
  EXPECT_GT(worst.f_speed, 1e-2);
}

class RepeatedRods : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(RepeatedRods, change_nothing) {
  const auto& [name, backend] = GetParam();
  Problem problem = find_problem(name).make();
  const auto once = support::Combination{"gvi", backend}.make(problem);
  const long steps = name == "cradle" ? 60 : 20;  // the cradle's impact is in step 51
  const Trajectory expected =
      simulate(*once, problem.initial, {.h = problem.h, .steps = steps, .every = 0});

  SystemSpecification repeated = problem.system.specification();
  const Constraints rods = repeated.f;
  for (const Constraint& rod : rods) repeated.f.add("again " + rod.name, 2.0 * rod.value);
  problem.system = System(repeated);
  const auto twice = support::Combination{"gvi", backend}.make(problem);
  Worst worst;
  const Matrix M = problem.system.M_now();
  const Trajectory run =
      simulate(*twice, problem.initial,
               {.h = problem.h, .steps = steps, .every = 0, .on_step = [&](const Step& step) {
                  worst.observe(problem.system, M, step);
                }});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_LT(worst.f, 1e-12);
  EXPECT_LT(worst.f_speed, 1e-12);
  EXPECT_LT((run.last().state.q - expected.last().state.q).norm(), 1e-11);
  EXPECT_LT((run.last().state.p - expected.last().state.p).norm(), 1e-11);
}

INSTANTIATE_TEST_SUITE_P(Of, RepeatedRods,
                         testing::Combine(testing::Values("cradle", "lennard-jones"),
                                          testing::Values("ipopt", "newton", "automatic", "audit")),
                         [](const auto& tested) {
                           return support::test_name(std::get<0>(tested.param) + "_with_" +
                                                     std::get<1>(tested.param));
                         });

}  // namespace
}  // namespace ricochet
