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
      [&] { (void)make_stepper("hybrid", soft); },
      {"Stepper 'hybrid' cannot take system 'bowl'", "restitution 1", "gvi", "moreau-jean", "can"});
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
