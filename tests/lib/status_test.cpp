#include "ricochet/status.hpp"

#include "ricochet/trajectory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ricochet {
namespace {

TEST(Statuses, are_all_listed_once_in_order) {
  const std::vector<StepStatus>& all = all_statuses();
  ASSERT_EQ(all.size(), static_cast<size_t>(StepStatus::interrupted) + 1);
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(static_cast<size_t>(all[i]), i);
}

TEST(Statuses, have_distinct_names_that_scripts_can_read) {
  std::set<std::string> names;
  for (const StepStatus status : all_statuses()) {
    const std::string name = to_string(status);
    EXPECT_TRUE(names.insert(name).second) << name << " is used twice";
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(std::all_of(name.begin(), name.end(), [](char c) {
      return c == '_' || (c >= 'a' && c <= 'z');
    })) << name;
  }
  EXPECT_EQ(to_string(StepStatus::no_admissible_impulse), "no_admissible_impulse");
}

TEST(Statuses, have_distinct_explanations) {
  std::set<std::string> texts;
  for (const StepStatus status : all_statuses()) {
    EXPECT_TRUE(texts.insert(explain(status)).second) << to_string(status);
    EXPECT_EQ(explain(status).back(), '.') << to_string(status);
  }
}

TEST(Failures, take_at_most_three_lines_of_a_terminal) {
  const std::string cause(1000, 'x');
  for (const StepStatus status : all_statuses()) {
    Trajectory run{.made = 123456, .system = "double-pendulum-walls", .stepper = "gvi"};
    run.steps.push_back({.state = {.t = 1234.56}});
    run.end = {.status = status, .message = "'wall': " + cause};
    if (run.ok()) continue;
    EXPECT_LE(explain(status).size(), 200U) << to_string(status);
    EXPECT_LE(run.message().size(), 360U) << run.message();
    EXPECT_TRUE(run.message().ends_with("... " + explain(status))) << run.message();
    EXPECT_NE(run.message().find("'wall'"), std::string::npos) << run.message();
  }
}

TEST(Failures, name_the_option_of_the_command_line_for_slow_impacts_and_say_what_slow_is) {
  const std::string text = explain(StepStatus::no_admissible_root);
  for (const char* part : {"--slow-impact", "slow_impact", "a h / 2", "alpha > 1/2", "reduce h"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Failures, of_singular_equations_name_a_large_step_first) {
  EXPECT_NE(explain(StepStatus::singular).find(". Reduce h"), std::string::npos);
}

TEST(Failures, are_explained_with_a_cure) {
  const std::vector<std::string> imperatives{"Give ",   "Use ",  "Check ", "Reduce ", "Change ",
                                             "Remove ", "Keep ", "Raise ", "Try "};
  const std::set<StepStatus> no_failures{StepStatus::not_run, StepStatus::converged,
                                         StepStatus::interrupted};
  for (const StepStatus status : all_statuses()) {
    const std::string text = explain(status);
    const bool cured = std::any_of(
        imperatives.begin(), imperatives.end(),
        [&](const std::string& verb) { return text.find(". " + verb) != std::string::npos; });
    EXPECT_EQ(cured, no_failures.count(status) == 0) << to_string(status) << ": " << text;
  }
}

}  // namespace
}  // namespace ricochet
