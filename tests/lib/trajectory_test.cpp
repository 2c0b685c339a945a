#include "ricochet/trajectory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

Trajectory ended(StepStatus status, const std::string& message) {
  Trajectory run{.made = 4, .certified = 3, .h = 0.1, .system = "ball", .stepper = "gvi"};
  run.steps.push_back({.state = {.t = 0.4, .q = Vector{{1.0}}, .p = Vector{{0.0}}}});
  run.end = {.status = status, .message = message};
  return run;
}

TEST(Trajectory, says_how_many_steps_were_judged) {
  Trajectory run = ended(StepStatus::converged, "");
  EXPECT_EQ(run.message(), "gvi on 'ball': 4 steps of h = 0.1 s, 3 of them certified");
  run.certified = 4;
  EXPECT_THAT(run.message(), EndsWith("all certified"));
}

TEST(Trajectory, names_step_time_and_cure_of_a_failure) {
  const std::string text = ended(StepStatus::singular, "row 'floor'").message();
  EXPECT_THAT(text, HasSubstr("gvi on 'ball', step 5 from t = 0.4 s: singular: row 'floor'. "));
  EXPECT_THAT(text, EndsWith(explain(StepStatus::singular)));
}

TEST(Failure, keeps_its_cure_where_the_message_is_long) {
  const StepReport report{.status = StepStatus::singular, .message = std::string(900, 'x')};
  const std::string text = describe_failure(report, 1, 0.0);
  EXPECT_LE(text.size(), 310u);
  EXPECT_THAT(text, EndsWith(explain(StepStatus::singular)));
}

}  // namespace
}  // namespace ricochet
