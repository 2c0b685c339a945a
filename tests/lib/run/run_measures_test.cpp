#include "ricochet/run/run_measures.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// An invented run of 200 samples, at times 0, 1, ..., with these energies.
RecordedRun invented(double (*energy)(int)) {
  RecordedRun run;
  RunSummary& s = run.summary;
  s.energy_initial = energy(0);
  for (int i = 0; i < 200; ++i) {
    const double E = energy(i);
    run.samples.push_back({.state = {.t = static_cast<double>(i)}, .energy = E});
    s.energy_min = std::min(s.energy_min, E);
    s.energy_max = std::max(s.energy_max, E);
  }
  run.last.state.t = 199.0;
  return run;
}

TEST(RunMeasures, are_relative_to_the_energy_at_the_start) {
  const RecordedRun run = invented([](int i) { return -4.0 + (i == 7 ? 1.0 : 0.0); });
  EXPECT_EQ(energy_band(run), 0.25);
  EXPECT_EQ(largest_energy_error(run), 0.25);
  EXPECT_EQ(times(run)[9], 9.0);
}

TEST(RunMeasures, see_a_walk_and_no_oscillation) {
  EXPECT_EQ(energy_walk(invented([](int i) { return i % 2 == 0 ? 1.0 : 2.0; })), 0.0);
  EXPECT_NEAR(energy_walk(invented([](int i) { return 1.0 + 0.01 * i; })), 1.98, 1e-12);
}

TEST(RunMeasures, list_impacts_in_order_of_time) {
  RecordedRun run;
  run.impact_steps = {{.impacts = {{.t = 1.0}, {.t = 2.0}}}, {.impacts = {{.t = 3.0}}}};
  ASSERT_EQ(impacts(run).size(), 3U);
  EXPECT_EQ(impacts(run)[2].t, 3.0);
}

TEST(RunMeasures, compare_momenta_with_their_start) {
  RecordedRun run;
  run.summary.momentum_initial = {-2.0};
  run.summary.momentum_max_error = {0.5};
  EXPECT_EQ(momentum_error(run, 0), 0.25);
}

}  // namespace
}  // namespace ricochet
