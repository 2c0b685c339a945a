#include "ricochet/run/refinement.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/bouncing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet {
namespace {

using support::ball;

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

TEST(ContactWatch, counts_the_steps_before_the_first_in_which_a_contact_acts) {
  ContactWatch watch(ball(), {.q = Vector{{0.0, 1.0}}, .p = Vector{{0.0, 0.0}}});
  for (const double y : {0.7, 0.3, 0.0, 0.4}) watch.take(at_height(y));
  EXPECT_EQ(watch.smooth_steps(), 2) << "what opens again does not count";
}

TEST(Distance, is_the_mean_over_the_first_rows) {
  const Refined a{.positions = {Vector{{0.0, 0.0}}, Vector{{0.0, 0.0}}, Vector{{9.0, 9.0}}}};
  const Refined b{.positions = {Vector{{3.0, 4.0}}, Vector{{0.0, 1.0}}, Vector{{0.0, 0.0}}}};
  EXPECT_DOUBLE_EQ(distance(a, b, 2), 3.0);
}

Refined made(const std::string& problem, const std::string& stepper, double h, long steps,
             int level) {
  const Problem p = find_problem(problem).make();
  const auto method = make_stepper(
      stepper, p.system, {.discretization = p.discretization, .backend = make_backend("newton")});
  const long parts = 1L << level;
  const RunRecipe recipe{.h = h / static_cast<double>(parts), .steps = steps * parts};
  return Refinement(*method, Step{.state = p.initial}, recipe, level).make();
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
}  // namespace ricochet
