#include "program/options/run_plan.hpp"

#include "bench/attempt.hpp"
#include "compare/refined_run.hpp"
#include "program/record/problem_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

Options options(const std::string& problem, const std::string& stepper) {
  Options o;
  o.operand = problem;
  o.stepper = stepper;
  o.steps = 60;
  return o;
}

RecordedRun made(const RunPlan& plan) {
  return ricochet::record(*plan.stepper, plan.from.step, recipe_of(plan));
}

TEST(Built, gives_every_run_the_bits_of_one_that_is_built_for_it) {
  for (const char* stepper : {"gvi", "collision", "rattle"}) {
    const Options coarse = options("spring-sphere-mixed", stepper);
    const Built built = build(coarse, "newton");
    const Options fine = refined_options(coarse, built.setup.problem.h, 60, 1);
    for (const Options& o : {fine, coarse, fine}) {
      const RecordedRun cloned = made(make_run_plan(o, built));
      const RecordedRun fresh = made(make_run_plan(o, "newton"));
      ASSERT_TRUE(fresh.ok()) << stepper << fresh.message;
      EXPECT_EQ(cloned.last.state.q, fresh.last.state.q) << stepper;
      EXPECT_EQ(cloned.last.state.p, fresh.last.state.p) << stepper;
      EXPECT_EQ(cloned.h, fresh.h);
      EXPECT_EQ(cloned.summary.steps, fresh.summary.steps);
    }
  }
}

TEST(Built, makes_momenta_from_velocities_anew_for_every_step_size) {
  // v0 is the datum of the pendulum, p = -D1 L_d(q, q + h v, h) depends on h.
  const Options o = options("pendulum-cylinder", "nonholonomic-collision");
  const Built built = build(o, "newton");
  Options fine = o;
  fine.h = 0.5 * built.setup.problem.h;
  const RunPlan a = make_run_plan(o, built), b = make_run_plan(fine, built);
  EXPECT_NE(a.from.step.state.p, b.from.step.state.p);
  EXPECT_EQ(b.from.step.state.p, make_run_plan(fine, "newton").from.step.state.p);
}

}  // namespace
}  // namespace ricochet::cli
