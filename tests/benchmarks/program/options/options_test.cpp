#include "program/options/options.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::HasSubstr;

TEST(Options, come_back_from_the_settings_of_a_run) {
  Settings settings;
  settings.options = {{"problem", "cradle"},
                      {"stepper", "gvi"},
                      {"energy", "numerical"},
                      {"strict", std::monostate{}},
                      {"h", 1L},
                      {"steps", 7L},
                      {"every", 3L},
                      {"violated_start", true}};
  settings.structure = {{"n", 5L}};
  settings.parameters = {{"mass", 1.0 / 3.0}};
  const State start{.t = 0.1 + 0.2, .q = Vector{{-0.0, 1.0}}, .p = Vector{{1.0 / 3.0, 2.0}}};
  add_start(start, settings.options);
  const Options o = options_of(settings, "r.json");
  EXPECT_EQ(o.operand, "cradle");
  EXPECT_EQ(o.stepper, "gvi");
  EXPECT_EQ(o.method, (SettingList{{"energy", "numerical"}})) << "what is null is not set";
  EXPECT_EQ(o.word("energy"), "numerical");
  EXPECT_FALSE(o.word("strict"));
  EXPECT_EQ(o.h, 1.0) << "a whole number is a number, too";
  EXPECT_EQ(o.steps, 7);
  EXPECT_EQ(o.every, 3);
  EXPECT_EQ(o.t0, start.t);
  EXPECT_EQ(o.p0, (std::vector<double>{1.0 / 3.0, 2.0}));
  EXPECT_TRUE(std::signbit(o.q0->front()) && o.q0_stored && o.violated_start);
  EXPECT_EQ(o.set, (std::vector<std::pair<std::string, double>>{{"n", 5.0}, {"mass", 1.0 / 3.0}}));
}

TEST(Options, keep_the_files_that_a_run_writes) {
  Options o;
  o.out = "a";
  o.plot = "p.svg";
  o.out_begins = 4;
  Settings settings;
  add_files(o, settings.options);
  Options back;
  take_files(settings, "r.json", back);
  EXPECT_EQ(files_to_write(back), (std::vector<std::pair<std::string, std::string>>{
                                      {"--out", "a"}, {"--plot", "p.svg"}}));
  EXPECT_EQ(back.out_begins, 4);
  EXPECT_TRUE(files_to_write(options_of(settings, "r.json")).empty()) << "a new run has others";
}

TEST(Options, refuse_settings_that_no_run_has) {
  const auto complaint = [](const SettingList& options, const SettingList& parameters = {}) {
    return message_of(
        [&] { (void)options_of({.options = options, .parameters = parameters}, "r.json"); });
  };
  EXPECT_THAT(complaint({{"h", "x"}}), HasSubstr("r.json: /options/h: has the wrong type"));
  EXPECT_THAT(complaint({{"steps", 1.5}}), HasSubstr("/options/steps: has the wrong type"));
  EXPECT_THAT(complaint({{"steps", -1L}}),
              HasSubstr("r.json: /options/steps: expected at least 0, found -1"));
  EXPECT_THAT(complaint({{"max_events", 0L}}), HasSubstr("r.json: /options/max_events: expected"));
  EXPECT_THAT(complaint({}, {{"mass", true}}),
              HasSubstr("r.json: parameter 'mass' must be a number"));
}

TEST(Options, of_steppers_may_be_stored_under_either_name) {
  const StepperOption& option = find_stepper_option("max_events");
  EXPECT_EQ(*find_stored({{"max_events", 3L}}, option), SettingValue(3L));
  EXPECT_EQ(*find_stored({{"max-events", 4L}}, option), SettingValue(4L));
  EXPECT_EQ(find_stored({{"events", 5L}}, option), nullptr);
}

}  // namespace
}  // namespace ricochet::cli
