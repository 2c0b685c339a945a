#include "program/record/problem_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ricochet::cli {
namespace {

TEST(ProblemRun, keeps_the_impacts_asked_for) {
  std::ostringstream out, err;
  Console console(out, err);
  const auto never = [] { return false; };
  const std::string words = "particle-floor --time 2";
  const ProblemRun silent =
      record({.label = "silent", .words = words}, "newton", console, true, never);
  const ProblemRun run =
      record({.label = "run", .words = words, .impacts = true}, "newton", console, true, never);
  EXPECT_TRUE(silent.impact_steps.empty());
  ASSERT_EQ(run.impact_steps.size(), 2U);
  ASSERT_EQ(impacts(run).size(), 2U);
  EXPECT_NEAR(impacts(run)[0].t, std::sqrt(2.0 / 9.81), 1e-12);  // a fall of 1 m
  EXPECT_NEAR(run.impact_steps[0].energy_before, run.samples[0].energy, 1e-12);
  EXPECT_NEAR(run.impact_steps[0].energy_after, run.impact_steps[1].energy_before, 1e-12);
}

TEST(ProblemRun, keeps_extremes_of_every_step_when_thinned) {
  std::ostringstream out, err;
  Console console(out, err);
  const auto never = [] { return false; };
  const std::string words = "oscillator --stepper gvi --time 10";
  const ProblemRun full = record({.label = "full", .words = words}, "newton", console, true, never);
  const ProblemRun thin =
      record({.label = "thin", .words = words, .most_samples = 10}, "newton", console, true, never);
  EXPECT_EQ(full.samples.size(), 101U);
  EXPECT_EQ(thin.samples.size(), 11U);
  double least = thin.samples[0].energy_least, most = thin.samples[0].energy_most;
  for (const Sample& s : thin.samples) {
    least = std::min(least, s.energy_least);
    most = std::max(most, s.energy_most);
  }
  EXPECT_EQ(least, full.summary.energy_min);
  EXPECT_EQ(most, full.summary.energy_max);
  EXPECT_EQ(thin.gaps_least, full.gaps_least);
  EXPECT_EQ(thin.samples.back().state.q, full.samples.back().state.q);
}

}  // namespace
}  // namespace ricochet::cli
