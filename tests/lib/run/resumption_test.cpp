#include "ricochet/run/resumption.hpp"

#include "support/bouncing.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::ball;
using support::ball_start;
using support::message_of;
using support::Mirror;
using support::ScratchFolder;
using testing::HasSubstr;

Checkpoint fitting() {
  Checkpoint c{.step = {.state = ball_start()}};
  c.summary.momentum_names = {"across"};
  c.summary.momentum_initial = c.summary.momentum_max_error = {0.5};
  return c;
}

/// What is said of a checkpoint with a change.
template <class Change>
std::string refusal(const Change& change) {
  const ScratchFolder folder;
  Checkpoint c = fitting();
  change(c);
  save(c, folder.path("c.json"));
  return message_of([&] { (void)load_checkpoint(folder.path("c.json"), ball()); });
}

TEST(Resumption, takes_a_checkpoint_that_fits) {
  EXPECT_EQ(refusal([](Checkpoint&) {}), "nothing was thrown");
}

TEST(Resumption, refuses_a_checkpoint_of_another_system) {
  EXPECT_THAT(refusal([](Checkpoint& c) { c.step.state.q = c.step.state.p = Vector{{1.0}}; }),
              HasSubstr("c.json: q has 1 entries, the system needs 2"));
  EXPECT_THAT(refusal([](Checkpoint& c) {
                c.step.force.lambda = Vector{{1.0, 2.0}};
              }),
              HasSubstr("lambda has 2 entries, the system needs 1"));
  EXPECT_THAT(refusal([](Checkpoint& c) { c.step.contacts.held = {1}; }),
              HasSubstr("constraint 1 does not exist; the system has 1"));
  EXPECT_THAT(refusal([](Checkpoint& c) {
                c.step.impacts = {{.q = Vector{{0.0, 0.0}}, .constraints = {4}}};
              }),
              HasSubstr("constraint 4 does not exist"));
  EXPECT_THAT(refusal([](Checkpoint& c) { c.step.flights = {{.held = {2}}}; }),
              HasSubstr("constraint 2 does not exist"));
  EXPECT_THAT(refusal([](Checkpoint& c) { c.summary.momentum_names = {}; }), HasSubstr("c.json: "));
}

TEST(Resumption, completes_settings_and_changes_none) {
  const Mirror mirror;
  RunRecipe recipe{.h = 0.5, .steps = 4};
  recipe.settings.options = {{"h", 0.25}};
  complete_settings(mirror, recipe);
  EXPECT_EQ(*find(recipe.settings.options, "h"), SettingValue(0.25));
  EXPECT_EQ(*find(recipe.settings.options, "steps"), SettingValue(4L));
  EXPECT_EQ(*find(recipe.settings.parameters, "gravity"), SettingValue(9.81));
}

}  // namespace
}  // namespace ricochet
