#include "ricochet/registry.hpp"
#include "ricochet/ricochet.hpp"
#include "support/combinations.hpp"
#include "support/corner.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

/// Motions that are wrong on purpose, each consistent in itself, must be refused by the certifier
/// of every method: steps of one system are judged by the stepper of another.
namespace ricochet {
namespace {

using support::start_of, support::stepper_of;

constexpr double h = support::corner_step;

/// Worst certificate over the steps of `made` when `judge` judges them as steps of size h_judge.
Certificate judged(Stepper& made, Stepper& judge, double floor, double h_judge = h) {
  Certificate worst{.limit = 1e-11};
  Step now{.state = start_of(made, floor)}, next;
  made.certify_steps(false);
  for (int k = 0; k < 8; ++k) {
    made.advance(now, h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    worst.merge(judge.certify(now, h_judge, next));
    std::swap(now, next);
  }
  return worst;
}

class NegativeControl : public testing::TestWithParam<StepperEntry> {
 protected:
  /// The control must be refused, and what was made right must not.
  void expect_caught(const Certificate& wrong) {
    EXPECT_FALSE(wrong.ok()) << "not caught";
    RecordProperty("caught_by", wrong.verdict());
  }
};

TEST_P(NegativeControl, its_own_steps_are_certified) {
  const auto made = stepper_of(GetParam(), {}), judge = stepper_of(GetParam(), {});
  const Certificate right = judged(*made, *judge, 0.0);
  EXPECT_TRUE(right.ok()) << right.verdict();
}

TEST_P(NegativeControl, a_contact_that_acts_where_it_is_open) {
  const auto made = stepper_of(GetParam(), {.floor = 0.5}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.5));
}

TEST_P(NegativeControl, a_contact_that_does_not_act) {
  const auto made = stepper_of(GetParam(), {.floor = -9.0}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.0));
}

TEST_P(NegativeControl, the_impulse_of_another_contact) {
  const auto made = stepper_of(GetParam(), {.swapped = true}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.0));
}

TEST_P(NegativeControl, another_step_size) {
  const auto made = stepper_of(GetParam(), {}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.0, h + 1e-9));
}

TEST_P(NegativeControl, a_momentum_that_is_slightly_off) {
  const auto made = stepper_of(GetParam(), {});
  Step now{.state = start_of(*made, 0.0)}, next;
  made->advance(now, h, next);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  next.state.p[0] += 1e-7;
  expect_caught(made->certify(now, h, next));
}

TEST_P(NegativeControl, a_lost_impulse) {
  const auto made = stepper_of(GetParam(), {});
  Step now{.state = start_of(*made, 0.0)}, next;
  for (int k = 0; k < 8; ++k) {
    made->advance(now, h, next);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    const bool acts = next.force.lambda.any() || next.force.mu.any() || !next.impacts.empty();
    if (acts) break;
    std::swap(now, next);
  }
  next.force.lambda.setZero();
  next.force.mu.setZero();
  for (Impact& impact : next.impacts) impact.impulse.setZero();
  for (ReflectionPass& pass : next.reflections) pass.impulse.setZero();
  expect_caught(made->certify(now, h, next));
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, NegativeControl, testing::ValuesIn(all_steppers()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

TEST(StepCertifier, is_a_setting_that_changes_no_bit_and_that_reports_tell) {
  const auto stepper = stepper_of(find_stepper("collision"), {});
  const State start = start_of(*stepper, 0.0);
  const Trajectory all = simulate(*stepper, start, {.h = h, .steps = 30});
  const Trajectory third = simulate(*stepper, start, {.h = h, .steps = 30, .certify_every = 3});
  const Trajectory none = simulate(*stepper, start, {.h = h, .steps = 30, .certify_every = 0});
  EXPECT_EQ(all.certified, 30);
  EXPECT_EQ(third.certified, 10);
  EXPECT_EQ(none.certified, 0);
  EXPECT_TRUE(stepper->certifies_steps()) << "simulate leaves the setting as it was";
  EXPECT_EQ(all.last().state.q, none.last().state.q);
  EXPECT_EQ(all.last().state.p, none.last().state.p);
  EXPECT_NE(none.message().find("0 of them certified"), std::string::npos) << none.message();
  EXPECT_THROW((void)simulate(*stepper, start, {.h = h, .steps = 1, .certify_every = -1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace ricochet
