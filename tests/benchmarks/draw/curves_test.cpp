#include "draw/curves.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace ricochet::cli {
namespace {

TEST(FittedOrder, is_the_slope_of_a_power) {
  EXPECT_NEAR(fitted_order({1.0, 0.5, 0.25}, {3.0, 0.75, 0.1875}), 2.0, 1e-12);
}

TEST(Styles, differ_for_a_dozen_lines_and_leave_out_those_of_edges) {
  std::set<size_t> styles;
  for (size_t i = 0; i < 12; ++i) styles.insert(style_in_turn(i));
  EXPECT_EQ(styles.size(), 12U);
  EXPECT_EQ(styles.count(9) + styles.count(10), 0U);
  EXPECT_EQ(style_in_turn(12), style_in_turn(0));
}

ProblemRun oscillation(long most_samples) {
  std::ostringstream out, err;
  Console console(out, err);
  return record({.words = "oscillator --stepper gvi --time 10", .most_samples = most_samples},
                "newton", console, true, [] { return false; });
}

TEST(EnergyCurve, is_a_line_through_every_step_or_the_band_between_samples) {
  const Curve line = energy_curve(oscillation(1000), "run", 2);
  EXPECT_EQ(line.look, Look::line);
  EXPECT_EQ(line.x.size(), 101U);
  const Curve band = energy_curve(oscillation(10), "run", 2);
  EXPECT_EQ(band.look, Look::envelope);
  ASSERT_EQ(band.z.size(), 11U);
  EXPECT_LT(band.y[5], band.z[5]);
}

TEST(EnergyCurve, is_level_where_it_shows_round_off) {
  ProblemRun run = oscillation(1000);
  run.summary.energy_min = run.summary.energy_max = run.samples.front().energy;
  const Curve level = energy_curve(run, "run", 1);
  for (const double E : level.y) EXPECT_EQ(E, level.y.front());
}

TEST(LargestGap, counts_penetration_too) {
  ProblemRun run = oscillation(10);
  run.gaps_least = Vector{{-3.0}};
  run.gaps_most = Vector{{2.0}};
  EXPECT_EQ(largest_gap(run, 0), 3.0);
}

}  // namespace
}  // namespace ricochet::cli
