#include "ricochet/run/observed_orders.hpp"

#include "support/bouncing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ricochet {
namespace {

using support::ball;

constexpr int levels_made = 4;
constexpr long steps_made = 40;

/// Positions whose errors are t (h / 2^level)^order, h = 1, with noise.
Refined invented(double order, int level, long steps = steps_made, double noise = 0.0) {
  std::mt19937 engine(static_cast<unsigned>(level) + 1U);
  std::normal_distribution<double> normal;
  Refined made{.smooth = static_cast<size_t>(steps) + 1};
  for (long i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(steps_made);
    const double error = 0.1 * t * std::pow(2.0, -order * level);
    made.positions.push_back(Vector{{std::sin(t) + error + noise * normal(engine)}});
  }
  return made;
}

std::vector<Refined> all_levels(double order, double noise = 0.0) {
  std::vector<Refined> all;
  for (int level = 0; level < levels_made; ++level)
    all.push_back(invented(order, level, steps_made, noise));
  return all;
}

TEST(OrderOver, is_that_of_the_distances) {
  for (const double order : {1.0, 2.0, 4.0})
    EXPECT_NEAR(order_over(all_levels(order), steps_made, 1e-13), order, 1e-6);
}

TEST(OrderOver, is_none_where_nothing_converges) {
  EXPECT_TRUE(std::isnan(order_over(all_levels(2.0), 5, 1e-13))) << "too few rows";
  EXPECT_TRUE(std::isnan(order_over(all_levels(2.0), steps_made, 1.0))) << "round-off";
  EXPECT_TRUE(std::isnan(order_over(all_levels(2.0, 0.1), steps_made, 1e-13))) << "no limit";
  EXPECT_TRUE(std::isnan(order_over(all_levels(0.3), steps_made, 1e-13))) << "too small";
}

TEST(ObservedOrders, are_told_apart_by_the_first_contact) {
  const auto with_contact = [](long steps, int level) {
    Refined made = invented(2.0, level, steps);
    made.smooth = 20;
    for (size_t i = made.smooth; i < made.positions.size(); ++i)
      made.positions[i][0] += 10.0 * std::pow(2.0, -level);
    return made;
  };
  const ObservedOrders both = observe_orders(steps_made, 1.0, with_contact);
  EXPECT_NEAR(both.smooth, 2.0, 1e-6);
  EXPECT_NEAR(both.through_impacts, 1.0, 0.01);
  const ObservedOrders smooth = observe_orders(
      steps_made, 1.0, [](long steps, int level) { return invented(2.0, level, steps); });
  EXPECT_NEAR(smooth.smooth, 2.0, 1e-6);
  EXPECT_TRUE(std::isnan(smooth.through_impacts)) << "no contact acts";
}

TEST(ObservedOrders, take_the_first_part_of_a_long_run) {
  long asked = 0;
  (void)observe_orders(1000, 1.0, [&](long steps, int level) {
    asked = steps;
    return invented(2.0, level, steps);
  });
  EXPECT_EQ(asked, 100);
}

TEST(ObservedOrders, are_none_where_a_run_failed) {
  int runs = 0;
  const ObservedOrders none = observe_orders(steps_made, 1.0, [&](long steps, int level) {
    ++runs;
    return level == 1 ? Refined{} : invented(2.0, level, steps);
  });
  EXPECT_TRUE(std::isnan(none.smooth) && std::isnan(none.through_impacts));
  EXPECT_EQ(runs, 2) << "what is finer is not made";
}

TEST(ClaimedOrder, is_that_of_sliding_where_the_motion_starts_so) {
  const StepperInfo info{.order = 2, .bilateral_order = 3, .contact_order = 1};
  const State in_air{.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}};
  const State on_floor{.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, 0.0}}};
  EXPECT_EQ(claimed_order(info, ball(), in_air), 2);
  EXPECT_EQ(claimed_order(info, ball(), on_floor), 1);
}

TEST(ClaimedOrder, is_that_of_equalities_where_there_are_some) {
  const Expr q = Expr::sym("q", 2);
  const System bead({.name = "bead", .q = q, .M = Expr::eye(2), .V = 0.0, .f = {{"wire", q(1)}}});
  const StepperInfo info{.order = 2, .bilateral_order = 3, .contact_order = 1};
  EXPECT_EQ(claimed_order(info, bead, {.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, 0.0}}}), 3);
}

}  // namespace
}  // namespace ricochet
