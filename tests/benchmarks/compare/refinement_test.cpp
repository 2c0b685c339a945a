#include "compare/refinement.hpp"

#include "support/bouncing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet::cli {
namespace {

using support::ball;

TEST(RefinedOptions, cut_every_step_and_keep_the_duration) {
  Options o;
  o.time = 3.0;
  const Options finer = refined_options(o, 0.5, 6, 3);
  EXPECT_EQ(finer.h, 0.0625);
  EXPECT_EQ(finer.steps, 48);
  EXPECT_FALSE(finer.time);
}

Step at_height(double y, double lambda = 0.0) {
  return {.state = {.q = Vector{{0.0, y}}, .p = Vector{{0.0, 0.0}}},
          .force = {.lambda = Vector{{lambda}}}};
}

TEST(ContactWatch, sees_a_contact_that_was_open_at_the_start) {
  const ContactWatch watch(ball(), {.q = Vector{{0.0, 1.0}}, .p = Vector{{0.0, 0.0}}});
  EXPECT_FALSE(watch.acts_in(at_height(0.5)));
  EXPECT_TRUE(watch.acts_in(at_height(0.0))) << "closed after the step";
  EXPECT_TRUE(watch.acts_in(at_height(0.5, 0.1))) << "an impulse in the step";
  Step impact = at_height(0.5);
  impact.impacts.push_back({.constraints = {0}});
  EXPECT_TRUE(watch.acts_in(impact));
}

TEST(ContactWatch, takes_no_notice_of_one_that_was_closed_at_the_start) {
  const ContactWatch watch(ball(), {.q = Vector{{0.0, 0.0}}, .p = Vector{{0.0, 0.0}}});
  EXPECT_FALSE(watch.acts_in(at_height(0.0, 1.0)));
}

TEST(Distance, is_the_mean_over_the_first_rows) {
  const Refined a{.positions = {Vector{{0.0, 0.0}}, Vector{{0.0, 0.0}}, Vector{{9.0, 9.0}}}};
  const Refined b{.positions = {Vector{{3.0, 4.0}}, Vector{{0.0, 1.0}}, Vector{{0.0, 0.0}}}};
  EXPECT_DOUBLE_EQ(distance(a, b, 2), 3.0);
}

Refined made(const std::string& problem, const std::string& stepper, double h, long steps,
             int level) {
  Options o;
  o.operand = problem;
  o.stepper = stepper;
  return Refinement(make_run_plan(refined_options(o, h, steps, level), "newton"), level).make();
}

TEST(Refinement, keeps_positions_at_multiples_of_the_coarse_step) {
  const Refined coarse = made("particle-floor", "collision", 0.1, 8, 0);
  const Refined fine = made("particle-floor", "collision", 0.1, 8, 2);
  ASSERT_EQ(coarse.positions.size(), 9U);
  ASSERT_EQ(fine.positions.size(), 9U);
  EXPECT_EQ(fine.smooth, 5U) << "it falls 1 m in 0.45 s: 0 to 0.4 s lie before";
  EXPECT_LT(distance(coarse, fine, fine.smooth), 0.01);
}

TEST(Refinement, has_no_positions_where_a_step_failed) {
  EXPECT_TRUE(made("particle-1d", "discrete-smooth", 0.1, 40, 0).positions.empty());
}

}  // namespace
}  // namespace ricochet::cli
