#include "figures/motion.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace ricochet::cli {
namespace {

TEST(Snapshots, are_taken_at_equal_times_until_the_run_ends) {
  std::ostringstream out, err;
  Console console(out, err);
  const ProblemRun run = record({.label = "run", .words = "wedge --law elastic --time 0.5"},
                                "newton", console, true, [] { return false; });
  const std::vector<Sample> shown = snapshots(run, 0.2, 5.0);
  ASSERT_EQ(shown.size(), 3U);
  EXPECT_NEAR(shown[2].state.t, 0.4, 1e-9);
  const Curve curve = outlines(run, 0, shown, "wedge", 1);
  EXPECT_EQ(curve.x.size(), 3U * 5U);  // a closed triangle and an interruption
  EXPECT_EQ(curve.x[0], curve.x[3]);
  EXPECT_EQ(time_labels(run, 0, shown, 0.0, 0.0).texts.at(1), "0.2 s");
  EXPECT_EQ(motion({&run}, {.boxes = {Box()}, .interval = 0.1, .until = 0.3}).frames.size(), 4U);
}

}  // namespace
}  // namespace ricochet::cli
