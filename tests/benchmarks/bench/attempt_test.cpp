#include "bench/attempt.hpp"

#include "ricochet/registry.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::message_of;
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

TEST(Methods, are_taken_once_in_the_order_asked_for) {
  Options o;
  o.methods = "rattle, gvi  --energy numerical,rattle,gvi --energy numerical";
  EXPECT_THAT(methods_of(o), ElementsAre("rattle", "gvi --energy numerical"));
  o.methods.clear();
  EXPECT_EQ(methods_of(o).size(), all_steppers().size()) << "all there are";
}

TEST(Methods, complete_the_options_that_are_common) {
  Options common = options("bowl", "rattle");
  common.out = "results";
  const Options o = with_method(common, "gvi --energy numerical");
  EXPECT_EQ(o.stepper, "gvi");
  EXPECT_EQ(o.word("energy"), "numerical");
  EXPECT_EQ(o.steps, 60);
  EXPECT_EQ(o.out, "") << "the folder of the results is no trajectory";
}

TEST(Methods, are_refused_with_the_words_that_are_wrong) {
  const auto complaint = [](const std::string& method) {
    return message_of([&] { refuse_method(method); });
  };
  EXPECT_THAT(complaint("gvi rattle"), HasSubstr("methods are separated by commas"));
  EXPECT_THAT(complaint("gvi --law elastic"), HasSubstr("'gvi' has no option --law"));
  EXPECT_THAT(complaint("gvi --energy numercal"), HasSubstr("did you mean 'numerical'?"));
  EXPECT_THAT(message_of([] { (void)split_methods("gvi,,rattle"); }),
              HasSubstr("the name of a method is missing in 'gvi,,rattle'"));
}

}  // namespace
}  // namespace ricochet::cli
