#include "ricochet/measured_errors.hpp"

#include "ricochet/problems.hpp"
#include "support/matchers.hpp"
#include "support/tilted_box.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// Law: the first advice is not beaten by far by another method that fits and makes the same
/// motion.

namespace ricochet {
namespace {

constexpr double far = 20.0;  // times the error of the best method
constexpr long most_steps = 100;

MeasuredErrors measured(const Problem& problem, bool unfit = false) {
  return measure_errors(problem.system, problem.initial,
                        {.h = problem.h,
                         .steps = std::min(most_steps, problem.steps()),
                         .discretization = problem.discretization,
                         .unfit = unfit});
}

/// How many times the error of a method is that of the best one.
double excess(const MeasuredErrors& errors, const std::string& stepper) {
  const MethodErrors* method = errors.find(stepper);
  const MethodErrors* best = errors.best();
  EXPECT_NE(method, nullptr) << stepper;
  EXPECT_NE(best, nullptr);
  return method == nullptr || best == nullptr ? HUGE_VAL : errors.ratio(*method, *best);
}

void expect_good_advice(const Problem& problem) {
  const MeasuredErrors errors = measured(problem);
  if (!errors.tells()) GTEST_SKIP() << "the reference is not certain";
  const std::string first = advise(problem.system, problem.initial).front().stepper;
  EXPECT_LT(excess(errors, first), far) << first << " against " << errors.best()->method.stepper;
  EXPECT_TRUE(errors.find(first)->same_motion) << "what is advised converges";
}

Problem named(const std::string& name) {
  return name == "tilted-box" ? support::tilted_box() : find_problem(name).make();
}

class MeasuredAdvice : public testing::TestWithParam<std::string> {};

TEST_P(MeasuredAdvice, is_not_beaten_by_far) { expect_good_advice(named(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Of, MeasuredAdvice,
                         testing::Values("tilted-box", "particle-1d", "particle-floor", "pogo",
                                         "oscillator", "three-balls-corner", "two-balls-wall",
                                         "double-pendulum-walls", "ellipse", "squeezed-ball",
                                         "normal-impact", "tangential-approach"),
                         [](const auto& tested) { return support::test_name(tested.param); });

class SlowMeasuredAdvice : public testing::TestWithParam<ProblemEntry> {};

TEST_P(SlowMeasuredAdvice, is_not_beaten_by_far) { expect_good_advice(GetParam().make()); }

INSTANTIATE_TEST_SUITE_P(EveryProblem, SlowMeasuredAdvice, testing::ValuesIn(all_problems()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

TEST(MeasuredErrors, end_on_request_and_measure_no_other_method) {
  const Problem problem = find_problem("particle-floor").make();
  long asked = 0;
  const MeasuredErrors stopped = measure_errors(problem.system, problem.initial,
                                                {.h = problem.h,
                                                 .steps = 10,
                                                 .discretization = problem.discretization,
                                                 .stop_requested = [&] { return ++asked > 20; }});
  ASSERT_EQ(stopped.methods.size(), 1U);
  EXPECT_FALSE(stopped.methods.front().failure.empty());
  EXPECT_TRUE(stopped.reference.empty());
}

TEST(MeasuredAdviceControl, catches_the_rule_that_sends_a_tilted_elastic_box_to_gvi) {
  const MeasuredErrors box = measured(support::tilted_box());
  EXPECT_GT(excess(box, "gvi"), 2.0 * far);
  EXPECT_TRUE(box.find("gvi")->same_motion) << "it is wrong by its order, not by its law";
  EXPECT_GT(excess(box, "moreau-jean"), 2.0 * far);
}

TEST(MeasuredAdviceControl, does_not_compare_methods_with_another_law_of_impact) {
  const MeasuredErrors balls = measured(find_problem("kissing-balls").make());
  EXPECT_EQ(balls.best()->method.stepper, "hybrid");
  EXPECT_TRUE(balls.find("gvi")->same_motion) << "the same reflections";
  EXPECT_FALSE(balls.find("collision")->same_motion) << "one projection for all that is hit";
}

TEST(MeasuredErrors, are_those_that_the_reason_of_an_advice_names) {
  const Problem box = support::tilted_box();
  const Advice first = advise(box.system, box.initial).front();
  ASSERT_EQ(first.stepper, "hybrid");
  EXPECT_THAT(first.why, testing::HasSubstr("3 mm off, gvi 27 cm"));
  const MeasuredErrors errors = measured(box);
  EXPECT_NEAR(errors.find("hybrid")->errors[0], 0.003, 0.0005);
  EXPECT_NEAR(errors.find("gvi")->errors[0], 0.27, 0.005);

  const Problem ball = find_problem("squeezed-ball").make();
  const Advice held = advise(ball.system, ball.initial).front();
  ASSERT_EQ(held.stepper, "collision");
  EXPECT_THAT(held.why, testing::HasSubstr("0.03 mm off, gvi 3 mm"));
  const MeasuredErrors in_shaft = measured(ball);
  EXPECT_NEAR(in_shaft.find("collision")->errors[0], 3e-5, 5e-6);
  EXPECT_NEAR(in_shaft.find("gvi")->errors[0], 0.003, 0.0005);
}

TEST(MeasuredErrors, leave_out_what_does_not_fit_unless_it_is_asked_for) {
  const Problem ball = problems::particle_1d();
  EXPECT_EQ(measured(ball).find("discrete-smooth"), nullptr);
  const MeasuredErrors all = measured(ball, true);
  const MethodErrors* smooth = all.find("discrete-smooth");
  ASSERT_NE(smooth, nullptr);
  EXPECT_FALSE(smooth->fits());
  EXPECT_TRUE(std::isnan(smooth->errors[0]));
  EXPECT_THAT(smooth->failure, testing::HasSubstr("not_smooth"));
  EXPECT_TRUE(std::isinf(all.ratio(*smooth, *all.best()))) << "a run that ends early is no match";
}

TEST(MeasuredErrors, tell_of_impacts_and_of_a_reference_that_is_not_certain) {
  const MeasuredErrors ball = measured(problems::particle_1d());
  EXPECT_TRUE(ball.tells());
  EXPECT_GE(ball.impacts(), 3);
  EXPECT_EQ(measured(find_problem("high-drop").make()).impacts(), 0);
  EXPECT_FALSE(measured(find_problem("corner-tip").make()).tells())
      << "which face of the tip is hit is a matter of rounding";
}

TEST(MeasuredErrors, refuse_a_wrong_step) {
  const Problem ball = problems::particle_1d();
  EXPECT_THROW((void)measure_errors(ball.system, ball.initial, {.h = 0.0}), std::invalid_argument);
}

}  // namespace
}  // namespace ricochet
