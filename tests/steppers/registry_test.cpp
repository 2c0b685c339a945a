#include "ricochet/registry.hpp"

#include "ricochet/problems.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet {
namespace {

using support::expect_message;

TEST(Registry, names_the_methods_that_can_take_a_refused_system) {
  const System soft = problems::bowl().system.with("restitution", 0.5);
  expect_message(
      [&] { (void)make_stepper("gvi", soft); },
      {"Stepper 'gvi' cannot take system 'bowl'", "restitution 1", "moreau-jean", "can"});
}

TEST(Registry, refuses_another_rule_than_the_one_a_method_stands_for) {
  const System bowl = problems::bowl().system;
  expect_message([&] { (void)make_stepper("rattle", bowl, {.discretization = midpoint()}); },
                 {"Stepper 'rattle'", "'verlet'", "'midpoint'"});
  EXPECT_NO_THROW((void)make_stepper("direct-endpoint", bowl, {.discretization = midpoint()}));
}

TEST(Registry, refuses_options_that_a_method_lacks) {
  const System bowl = problems::bowl().system;
  expect_message([&] { (void)make_stepper("newmark", bowl, {.strict = true}); },
                 {"Stepper 'newmark' has no option 'strict'", "backend, newmark"});
  expect_message([&] { (void)make_stepper("gvi", bowl, {.max_events = 3}); },
                 {"Stepper 'gvi' has no option 'max_events'"});
}

TEST(Registry, suggests_the_nearest_option) {
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

TEST(Registry, refuses_a_users_own_energy_where_there_is_none) {
  const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2);
  expect_message(
      [&] {
        (void)make_stepper("rattle", problems::bowl().system, {.energy = Energy::of(q, p, q(0))});
      },
      {"Stepper 'rattle' has no option 'energy'"});
}

TEST(Registry, suggests_the_nearest_name) {
  expect_message([] { (void)find_stepper("direct-endpoit"); }, {"direct-endpoint"});
  expect_message([] { (void)make_backend("newtn"); }, {"newton"});
  expect_message([] { (void)make_discretization("verlett"); }, {"verlet"});
}

TEST(Registry, entries_describe_the_steppers_they_make) {
  const System bowl = problems::bowl().system;
  ASSERT_FALSE(all_steppers().empty());
  for (const StepperEntry& entry : all_steppers()) {
    ASSERT_EQ(entry.why_not(bowl), "") << entry.name;
    const auto stepper = entry.make(bowl, {.backend = make_backend("newton")});
    EXPECT_EQ(stepper->info().name, entry.name);
    EXPECT_FALSE(stepper->info().citation.empty()) << entry.name;
    EXPECT_GE(stepper->info().order, 1) << entry.name;
  }
}

}  // namespace
}  // namespace ricochet
