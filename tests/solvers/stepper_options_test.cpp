#include "ricochet/stepper_options.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::expect_message;

TEST(StepperOptionTable, suggests_the_nearest_option) {
  expect_message([] { (void)find_stepper_option("slow_impacts"); }, {"slow_impact"});
  expect_message(
      [] {
        (void)stepper_options({{"law", "coulom"}});
      },
      {"Stepper option 'law'", "did you mean 'coulomb'"});
  expect_message([] { (void)stepper_options({{"strict", 1L}}); }, {"true or false", "not 1"});
  expect_message(
      [] {
        (void)stepper_options({{"newmark", std::vector<double>{0.25}}});
      },
      {"two numbers, beta and gamma, not 1"});
  expect_message([] { (void)stepper_options({{"rest_energy", -1.0}}); }, {"a number >= 0, not -1"});
  expect_message([] { (void)stepper_options({{"max_events", 1e3}}); }, {"a whole number"});
}

/// A value of each option, not its default.
SettingList unusual_options() {
  return {{"discretization", "gamma:0.25"},
          {"backend", "newton"},
          {"reflection", "moreau"},
          {"energy", "numerical"},
          {"predictor", "bilateral"},
          {"strict", true},
          {"gradients", "all"},
          {"projection", false},
          {"newmark", std::vector<double>{0.3, 0.6}},
          {"max_events", 7L},
          {"slow_impact", "contact"},
          {"law", "plastic"},
          {"rest_energy", 0.25},
          {"form", "minus"},
          {"placement", "located"},
          {"energy_order", 6L},
          {"virtual_steps", 2L},
          {"anchor", 0.5},
          {"certify", false}};
}

TEST(StepperOptionTable, gives_back_what_it_took) {
  const SettingList list = unusual_options();
  ASSERT_EQ(list.size(), all_stepper_options().size());
  const StepperOptions options = stepper_options(list);
  EXPECT_EQ(options.law, Law::plastic);
  EXPECT_EQ(options.rest_energy, 0.25);
  for (const StepperOption& option : all_stepper_options()) {
    const SettingValue* given = find(list, option.name);
    ASSERT_TRUE(given) << option.name;
    EXPECT_EQ(option.get(options), *given) << option.name;
    EXPECT_FALSE(option.is_set({})) << option.name;
  }
}

TEST(StepperOptionTable, takes_every_word_that_it_names) {
  for (const StepperOption& option : all_stepper_options())
    for (const std::string& word : option.words) {
      StepperOptions options;
      if (word == "gamma:") continue;  // begins a word
      option.set(options, word, option.flag);
      EXPECT_EQ(option.get(options), SettingValue(word)) << option.name;
    }
}

TEST(StepperOptionTable, switches_the_certifier_of_every_stepper) {
  const System bowl = problems::bowl().system;
  const Backend backend = make_backend("newton");
  for (const StepperEntry& entry : all_steppers()) {
    EXPECT_TRUE(entry.make(bowl, {.backend = backend})->certifies_steps()) << entry.name;
    EXPECT_FALSE(entry.make(bowl, {.backend = backend, .certify = false})->certifies_steps())
        << entry.name;
  }
}

TEST(StepperOptionTable, belongs_to_steppers) {
  for (const StepperOption& option : all_stepper_options()) {
    const auto has = [&](const StepperEntry& entry) { return entry.has_option(option.name); };
    EXPECT_TRUE(std::any_of(all_steppers().begin(), all_steppers().end(), has)) << option.name;
  }
  EXPECT_EQ(find_stepper("rattle").options, (std::vector<std::string>{"backend", "certify"}));
  EXPECT_TRUE(find_stepper("rattle").takes("discretization"));
}

}  // namespace
}  // namespace ricochet
