#include "compare/refined_run.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(RefinedOptions, cut_every_step_and_keep_the_duration) {
  Options o;
  o.time = 3.0;
  const Options finer = refined_options(o, 0.5, 6, 3);
  EXPECT_EQ(finer.h, 0.0625);
  EXPECT_EQ(finer.steps, 48);
  EXPECT_FALSE(finer.time);
}

TEST(RefinedRun, ends_on_request_without_positions) {
  Options o;
  o.operand = "particle-floor";
  o.stepper = "collision";
  const RunPlan plan = make_run_plan(refined_options(o, 0.1, 8, 1), "newton");
  EXPECT_EQ(refinement_of(plan, 1).make().positions.size(), 9U);
  EXPECT_TRUE(refinement_of(plan, 1, [] { return true; }).make().positions.empty());
}

}  // namespace
}  // namespace ricochet::cli
