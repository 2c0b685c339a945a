#include "program/options/option_table.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::HasSubstr;

OptionTable everything() {
  return joined({system_options(),
                 method_options(),
                 duration_options(),
                 start_options(),
                 step_files(),
                 run_files(),
                 {measure_option(), jobs_option()}});
}

/// Gives options one after another, as the command line does.
Options given(const std::vector<std::pair<std::string, std::string>>& words) {
  Options o;
  for (const auto& [name, value] : words)
    for (const OptionEntry& entry : everything())
      if (entry.name == name) entry.take(o, value);
  return o;
}

TEST(OptionTable, has_every_option_once_with_its_help) {
  std::set<std::string> names;
  for (const OptionEntry& entry : everything()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    EXPECT_NE(entry.help, "") << entry.name;
  }
  for (const StepperOption& option : all_stepper_options())
    EXPECT_EQ(names.count(option.flag), 1U) << option.flag;
  for (const auto& [a, b] : exclusive_options()) EXPECT_EQ(names.count(a) + names.count(b), 2U);
}

TEST(OptionTable, lets_the_last_of_two_durations_count) {
  EXPECT_FALSE(given({{"--time", "2"}, {"--steps", "5"}}).time);
  EXPECT_FALSE(given({{"--steps", "5"}, {"--time", "2"}}).steps);
}

TEST(OptionTable, forgets_the_start_that_another_one_replaces) {
  const Options table = given({{"--q0", "1"}, {"--p0", "2"}, {"--start", "s.csv"}});
  EXPECT_FALSE(table.q0 || table.p0);
  EXPECT_EQ(table.start, "s.csv");
  EXPECT_FALSE(given({{"--p0", "1"}, {"--v0", "2"}}).p0);
  EXPECT_FALSE(given({{"--v0", "1"}, {"--p0", "2"}}).v0);
}

TEST(OptionTable, holds_options_of_steppers_by_key) {
  const Options o = given({{"--max-events", "3"}, {"--strict", ""}, {"--no-projection", ""}});
  EXPECT_EQ(o.method, (SettingList{{"max_events", 3L}, {"strict", true}, {"projection", false}}));
  EXPECT_EQ(stepper_option("backend", "in other words").help, "in other words");
  EXPECT_NE(stepper_option("backend").help, "");
  EXPECT_THAT(message_of([] { (void)stepper_option("backnd"); }), HasSubstr("backend"));
}

TEST(OptionTable, refuses_numbers_of_threads_that_are_a_slip) {
  EXPECT_EQ(given({{"--jobs", "256"}}).jobs, 256);
  for (const std::string wrong : {"0", "257"})
    EXPECT_THAT(message_of([&] {
                  (void)given({{"--jobs", wrong}});
                }),
                HasSubstr("--jobs: expected a whole number from 1 to 256, not '" + wrong + "'"));
}

}  // namespace
}  // namespace ricochet::cli
