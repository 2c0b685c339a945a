#include "bench/attempt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Options options(const std::string& problem, const std::string& stepper) {
  Options o;
  o.operand = problem;
  o.stepper = stepper;
  o.steps = 60;
  return o;
}

TEST(Attempt, answers_with_the_reason_why_a_method_cannot_take_a_problem) {
  const Attempt attempt = attempt_to_plan(options("corner-tip", "gvi"), "newton");
  EXPECT_FALSE(attempt.plan);
  EXPECT_THAT(attempt.refusal, HasSubstr("union"));
}

TEST(Attempt, answers_with_the_reason_why_a_run_cannot_be_made) {
  Options o = options("bowl", "gvi");
  const Attempt built = attempt_to_build(o, "newton");
  ASSERT_TRUE(built.built);
  o.h = -1.0;
  EXPECT_THAT(attempt_to_plan(o, *built.built).refusal, HasSubstr("the step size h must be"));
  o.h.reset();
  o.q0 = {0.0, -5.0};  // below the bowl
  EXPECT_THAT(attempt_to_plan(o, *built.built).refusal, HasSubstr("the start violates"));
  EXPECT_TRUE(attempt_to_plan(options("bowl", "gvi"), *built.built).plan);
}

TEST(Compare, takes_every_word_that_a_method_has) {
  for (const char* method : {"gvi --reflection moreau",
                             "gvi --energy numerical",
                             "gvi --predictor bilateral",
                             "gvi --strict",
                             "gvi --gradients predictor",
                             "gvi --lagrangian gamma:0.25",
                             "gvi --backend newton",
                             "discrete-smooth --gradients all",
                             "discrete-smooth --no-projection",
                             "newmark --newmark 0.25,0.5",
                             "imex-newmark --newmark 0.25,0.5",
                             "hybrid --max-events 3",
                             "hybrid --reflection moreau",
                             "collision --slow-impact contact",
                             "nonholonomic-collision --form minus",
                             "forced-collision --law elastic",
                             "forced-collision --law beta",
                             "forced-collision --law newton",
                             "forced-collision --law coulomb",
                             "forced-collision --law moreau",
                             "forced-collision --law plastic",
                             "moreau-jean",
                             "rattle --backend ipopt"})
    EXPECT_NO_THROW(refuse_method(method)) << method;
}

TEST(Compare, separates_methods_at_commas_before_names) {
  EXPECT_THAT(split_methods("gvi,newmark --newmark 0.25,0.5,rattle"),
              ElementsAre("gvi", "newmark --newmark 0.25,0.5", "rattle"));
}

}  // namespace
}  // namespace ricochet::cli
