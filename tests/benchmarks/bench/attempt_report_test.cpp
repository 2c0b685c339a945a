#include "bench/attempt_report.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(FileName, keeps_what_every_system_takes) {
  EXPECT_EQ(file_name("cradle n=20"), "cradle_n=20");
  EXPECT_EQ(file_name("newmark --newmark 0.25,0.5"), "newmark_--newmark_0.25_0.5");
  EXPECT_EQ(file_name("../a\\b:c\xff"), ".._a_b_c_") << "no folder, no byte beyond ASCII";
}

RecordedRun run_that_ends(StepStatus status) {
  RecordedRun run;
  run.end.status = status;
  run.message = "how it went";
  run.summary.steps = 7;
  run.settings.options = {{"h", 0.1}};
  run.last.state = {.t = 0.7, .q = Vector{{1.0, 2.0}}, .p = Vector{{3.0, 4.0}}};
  return run;
}

TEST(AttemptReport, has_the_settings_and_the_state_that_was_reached) {
  const Report report = report_of(run_that_ends(StepStatus::converged), 2.5);
  EXPECT_EQ(report.status, "converged");
  EXPECT_EQ(report.summary.steps, 7);
  EXPECT_EQ(report.wall_seconds, 2.5);
  EXPECT_EQ(report.settings.options, (SettingList{{"h", 0.1}}));
  EXPECT_EQ(report.more, (SettingList{{"t_end", 0.7},
                                      {"q_end", std::vector<double>{1.0, 2.0}},
                                      {"p_end", std::vector<double>{3.0, 4.0}}}));
}

TEST(AttemptReport, says_why_a_run_ended_early_and_nothing_else) {
  EXPECT_EQ(report_of(run_that_ends(StepStatus::converged), 1.0).message, "");
  const Report failed = report_of(run_that_ends(StepStatus::infeasible), 1.0);
  EXPECT_EQ(failed.status, "infeasible");
  EXPECT_EQ(failed.message, "how it went");
}

}  // namespace
}  // namespace ricochet::cli
