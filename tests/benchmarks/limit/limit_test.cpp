#include "limit/limit.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

namespace ricochet::limit {
namespace {

constexpr double same = 1e-9;  // [m], [N s]: the same trajectory

GeneralizedVariational stepper_of(const Problem& problem) {
  return GeneralizedVariational(problem.system,
                                {.discretization = problem.discretization, .backend = newton()});
}

/// Largest difference of positions and momenta along a run; infinite if one of both ends early.
double distance(const Program& program, Stepper& stepper, const Problem& problem, long steps) {
  Step now{.state = problem.initial}, next;
  Vector q = problem.initial.q, p = problem.initial.p;
  double largest = 0.0;
  for (long i = 0; i < steps; ++i) {
    stepper.advance(now, problem.h, next);
    if (!next.report.ok() || !program.run(q.data(), p.data(), 1))
      return std::numeric_limits<double>::infinity();
    std::swap(now, next);
    largest = std::max({largest, (q - now.state.q).cwiseAbs().maxCoeff(),
                        (p - now.state.p).cwiseAbs().maxCoeff()});
  }
  return largest;
}

class Limit : public testing::TestWithParam<Program> {
 protected:
  Program program = GetParam();
  Problem problem = find_problem(program.problem).make();
};

TEST_P(Limit, makes_the_trajectory_of_gvi_over_the_whole_run) {
  GeneralizedVariational stepper = stepper_of(problem);
  EXPECT_LE(distance(program, stepper, problem, problem.steps()), same);
}

TEST_P(Limit, does_not_make_the_trajectory_of_a_mass_that_differs_by_1e_7) {
  GeneralizedVariational stepper = stepper_of(problem);
  stepper.set("mass", 1.0 + 1e-7);
  EXPECT_GT(distance(program, stepper, problem, problem.steps()), same);
}

TEST_P(Limit, makes_many_steps_at_once_as_one_by_one) {
  Vector q = problem.initial.q, p = problem.initial.p, q_once = q, p_once = p;
  for (long i = 0; i < problem.steps(); ++i) ASSERT_TRUE(program.run(q.data(), p.data(), 1));
  ASSERT_TRUE(program.run(q_once.data(), p_once.data(), problem.steps()));
  EXPECT_TRUE(support::near(q_once, q, same));
  EXPECT_TRUE(support::near(p_once, p, same));
}

TEST_P(Limit, knows_how_many_coordinates_there_are) { EXPECT_EQ(program.n, problem.system.n()); }

std::string name_of(const testing::TestParamInfo<Program>& tested) {
  return support::test_name(std::string(tested.param.problem) + "_" + tested.param.level);
}

INSTANTIATE_TEST_SUITE_P(EveryProgram, Limit,
                         testing::ValuesIn(all_programs().begin(), all_programs().end()), name_of);

TEST(LimitPrograms, are_of_five_problems) {
  std::set<std::string> problems;
  for (const Program& program : all_programs()) problems.insert(program.problem);
  EXPECT_EQ(problems,
            (std::set<std::string>{"ball-chain", "cradle", "oscillator", "pogo", "spring-sphere"}));
}

TEST(LimitPrograms, stop_where_something_happens_that_they_leave_out) {
  const double at_rest =
      5.0 - 9.8213 / 10.0;  // the upper mass on its spring, the lower on the floor
  Vector q{{at_rest, 0.0}}, p = Vector::Zero(2);
  EXPECT_FALSE(pogo(q.data(), p.data(), 1));
  q = Vector{{0.0, -1.0, 0.0, 1.0}};  // the discs together
  p = Vector::Zero(4);
  EXPECT_FALSE(oscillator(q.data(), p.data(), 1));
  q = Vector{{4.0, -1.0, 3.0, -4.0}};  // a particle off the circle
  p = Vector{{0.0, 0.0, 0.8, 0.6}};
  EXPECT_FALSE(spring_sphere(q.data(), p.data(), 1));
  q = Vector{{4.0, -3.0, 3.0, -4.0}};  // both on it, one inwards
  p = Vector{{-0.8, 0.6, 0.8, 0.6}};
  EXPECT_FALSE(spring_sphere(q.data(), p.data(), 1));
}

TEST(LimitPrograms, of_the_ball_chain_treat_any_start_as_gvi_does) {
  Problem problem = find_problem("ball-chain").make();
  const Program& program = all_programs().back();
  ASSERT_STREQ(program.problem, "ball-chain");
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int start = 0; start < 30; ++start) {
    for (Index i = 0; i < 5; ++i) {
      const double apart = std::max(0.0, 0.02 * number(random));
      problem.initial.q[i] = i == 0 ? 0.0 : problem.initial.q[i - 1] + 1.0 + apart;
      problem.initial.p[i] = number(random);
    }
    GeneralizedVariational stepper = stepper_of(problem);
    EXPECT_LE(distance(program, stepper, problem, 100), same) << start;
  }
}

}  // namespace
}  // namespace ricochet::limit
