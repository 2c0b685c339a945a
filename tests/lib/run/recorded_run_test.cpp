#include "ricochet/run/recorded_run.hpp"

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/io/read_states.hpp"
#include "support/bouncing.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::ball_start;
using support::content_of;
using support::message_of;
using support::Mirror;
using support::ScratchFolder;
using testing::HasSubstr;

constexpr double h = 0.01;  // [s]

RunRecipe recipe_in(const ScratchFolder& folder, const std::string& name, long steps) {
  return {.h = h,
          .steps = steps,
          .every = 3,
          .files = {.trajectory = folder.path(name + ".csv"),
                    .events = folder.path(name + "_events.csv"),
                    .contacts = folder.path(name + "_contacts.csv"),
                    .checkpoint = folder.path(name + ".json"),
                    .report = folder.path(name + "_report.json")}};
}

/// Asks for an end after so many steps.
void stop_after(long steps, RunRecipe& recipe) {
  recipe.stop_requested = [steps, asked = 0L]() mutable { return asked++ == steps; };
}

TEST(RecordedRun, says_what_was_made) {
  Mirror mirror;
  const RecordedRun run = record(mirror, ball_start(), {.h = h, .steps = 100});
  EXPECT_TRUE(run.ok());
  EXPECT_EQ(run.message, "mirror on 'ball': 100 of 100 steps of h = 0.01 s made and certified");
  EXPECT_EQ(run.summary.steps, 100);
  EXPECT_EQ(run.samples.size(), 101U);
  EXPECT_NEAR(run.end_time(), 1.0, 1e-12);
  EXPECT_GT(run.summary.impacts, 0);
  EXPECT_GT(run.seconds_per_step, 0.0);
  EXPECT_GT(run.wall_seconds, 0.0);
}

TEST(RecordedRun, keeps_what_was_computed_before_a_failure) {
  const ScratchFolder folder;
  Mirror mirror;
  mirror.fails_at = 0.205;
  const RunRecipe recipe = recipe_in(folder, "run", 100);
  const RecordedRun run = record(mirror, ball_start(), recipe);
  EXPECT_FALSE(run.ok());
  EXPECT_EQ(run.summary.steps, 20);
  EXPECT_THAT(run.message, HasSubstr("mirror on 'ball', step 21 from t = 0.2 s: infeasible"));
  EXPECT_THAT(content_of(recipe.files.report), HasSubstr("\"status\": \"infeasible\""));
  const std::vector<State> rows = read_states(recipe.files.trajectory, 2);
  ASSERT_EQ(rows.size(), 8U);  // 0, 3, .., 18, and 20
  EXPECT_EQ(rows.back().q, run.last.state.q);
}

TEST(RecordedRun, is_resumed_with_the_bits_of_one_run) {
  const ScratchFolder folder;
  Mirror mirror;
  const RunRecipe whole = recipe_in(folder, "whole", 200);
  const RecordedRun reference = record(mirror, ball_start(), whole);
  RunRecipe parts = recipe_in(folder, "parts", 200);
  stop_after(71, parts);
  const RecordedRun first = record(mirror, ball_start(), parts);
  EXPECT_EQ(first.end.status, StepStatus::interrupted);
  EXPECT_THAT(first.message, HasSubstr("stopped on request after 71 of 200 steps, at t = 0.71 s"));
  parts.stop_requested = {};
  const RecordedRun second = resume(mirror, parts.files.checkpoint, parts);
  EXPECT_TRUE(second.ok()) << second.message;
  EXPECT_EQ(second.last.state.q, reference.last.state.q);
  EXPECT_EQ(second.last.state.p, reference.last.state.p);
  EXPECT_EQ(second.summary.energy_max, reference.summary.energy_max);
  EXPECT_EQ(second.summary.energy_slope(), reference.summary.energy_slope());
  EXPECT_EQ(second.summary.impacts, reference.summary.impacts);
  EXPECT_NEAR(second.samples.front().state.t, 0.71, 1e-12) << "where it was resumed";
  for (const char* table : {".csv", "_events.csv", "_contacts.csv"})
    EXPECT_EQ(content_of(folder.path(std::string("parts") + table)),
              content_of(folder.path(std::string("whole") + table)))
        << table;
}

TEST(RecordedRun, saves_checkpoints_as_it_goes) {
  const ScratchFolder folder;
  Mirror mirror;
  RunRecipe recipe = recipe_in(folder, "run", 5);
  std::vector<long> saved;
  recipe.on_step = [&](const Step&) {
    saved.push_back(load_checkpoint(recipe.files.checkpoint).summary.steps);
  };
  (void)record(mirror, ball_start(), recipe);
  EXPECT_EQ(saved, (std::vector<long>{0, 0, 0, 0, 0})) << "the start is saved, then once a second";
  saved.clear();
  recipe.save_interval = 0.0;
  (void)record(mirror, ball_start(), recipe);
  EXPECT_EQ(saved, (std::vector<long>{0, 1, 2, 3, 4}));
}

TEST(RecordedRun, loses_no_row_when_rows_lie_beyond_the_checkpoint) {
  const ScratchFolder folder;
  Mirror mirror;
  RunRecipe recipe = recipe_in(folder, "run", 60);
  (void)record(mirror, ball_start(), recipe);
  const std::string trajectory = content_of(recipe.files.trajectory);
  RunRecipe shorter = recipe_in(folder, "other", 30);
  (void)record(mirror, ball_start(), shorter);  // its checkpoint is that of 30 steps
  RecordedRun again = resume(mirror, shorter.files.checkpoint, recipe);
  EXPECT_EQ(again.summary.steps, 60);
  EXPECT_EQ(content_of(recipe.files.trajectory), trajectory);
}

TEST(RecordedRun, is_resumed_from_a_report) {
  const ScratchFolder folder;
  Mirror mirror;
  RunRecipe recipe = recipe_in(folder, "run", 30);
  (void)record(mirror, ball_start(), recipe);
  recipe.steps = 50;
  EXPECT_EQ(resume(mirror, recipe.files.report, recipe).summary.steps, 50);
  const Checkpoint end = load_checkpoint(recipe.files.checkpoint);
  EXPECT_EQ(end.summary.steps, 50);
}

TEST(RecordedRun, is_not_resumed_as_another_run) {
  const ScratchFolder folder;
  Mirror mirror;
  const RunRecipe recipe = recipe_in(folder, "run", 30);
  (void)record(mirror, ball_start(), recipe);
  const auto refusal = [&](const auto& change) {
    RunRecipe other = recipe;
    change(other);
    return message_of([&] { (void)resume(mirror, recipe.files.checkpoint, other); });
  };
  EXPECT_EQ(refusal([](RunRecipe&) {}), "nothing was thrown");
  EXPECT_THAT(refusal([](RunRecipe& r) { r.h = 0.02; }), HasSubstr("had h = 0.01, not 0.02"));
  EXPECT_THAT(refusal([](RunRecipe& r) { r.every = 2; }), HasSubstr("had every = 3, not 2"));
  EXPECT_THAT(refusal([](RunRecipe& r) { r.steps = 29; }),
              HasSubstr(".steps is 29, but the run to resume has made 30 already"));
  EXPECT_THAT(refusal([&](RunRecipe& r) {
                r.files.trajectory = folder.write("other.csv", "t,q0,q1,p0,p1\n0,0,0,0,0\n");
              }),
              HasSubstr("other.csv: cannot be continued"));
  mirror.set("gravity", 1.62);
  EXPECT_THAT(refusal([](RunRecipe&) {}), HasSubstr("had gravity = 9.81, not 1.62"));
}

TEST(RecordedRun, refuses_what_makes_no_run_before_it_touches_a_file) {
  const ScratchFolder folder;
  Mirror mirror;
  const auto refusal = [&](const RunRecipe& recipe) {
    return message_of([&] { (void)record(mirror, ball_start(), recipe); });
  };
  const std::string file = folder.write("a.csv", "kept");
  EXPECT_THAT(refusal({.h = 0.0, .steps = 1, .files = {.trajectory = file}}),
              HasSubstr(".h must be positive and finite, not 0"));
  EXPECT_THAT(refusal({.h = h, .steps = -1, .files = {.trajectory = file}}),
              HasSubstr(".steps must be >= 0, not -1"));
  EXPECT_THAT(refusal({.h = h, .steps = 1, .files = {.trajectory = file, .report = file}}),
              HasSubstr("two of .files have the name"));
  EXPECT_THAT(refusal({.h = h, .steps = 1, .files = {.report = folder.path("no/such.json")}}),
              HasSubstr("does not exist; create it first"));
  EXPECT_EQ(content_of(file), "kept");
}

TEST(RecordedRun, begins_where_constraints_hold_unless_told_otherwise) {
  const ScratchFolder folder;
  Mirror mirror;
  RunRecipe recipe = recipe_in(folder, "run", 3);
  State below = ball_start();
  below.q[1] = -0.5;
  EXPECT_THAT(message_of([&] { (void)record(mirror, below, recipe); }), HasSubstr("floor"));
  EXPECT_EQ(folder.files(), 0U);
  recipe.violated_start = true;
  EXPECT_TRUE(record(mirror, below, recipe).ok());
  recipe.violated_start = false;
  EXPECT_TRUE(record(mirror, Step{.state = below}, recipe).ok()) << "a step is continued as it is";
}

TEST(RecordedRun, tells_its_progress) {
  Mirror mirror;
  std::vector<Progress> told;
  long seen = 0;
  (void)record(mirror, ball_start(),
               {.h = h,
                .steps = 20,
                .on_step = [&](const Step&) { ++seen; },
                .on_progress = [&](const Progress& progress) { told.push_back(progress); },
                .progress_interval = 0.0});
  EXPECT_EQ(seen, 20);
  ASSERT_EQ(told.size(), 20U);
  EXPECT_EQ(told[4].made, 5);
  EXPECT_EQ(told[4].total, 20);
  EXPECT_NE(told[4].energy_error, 0.0);
}

TEST(RecordedRun, keeps_the_settings_of_its_program) {
  const ScratchFolder folder;
  Mirror mirror;
  RunRecipe recipe = recipe_in(folder, "run", 3);
  recipe.settings.options = {{"author", std::string("somebody")}};
  recipe.more = {{"machine", std::string("here")}};
  const RecordedRun run = record(mirror, ball_start(), recipe);
  const Settings stored = load_settings(recipe.files.checkpoint);
  ASSERT_NE(find(stored.options, "author"), nullptr);
  EXPECT_EQ(*find(stored.options, "author"), SettingValue(std::string("somebody")));
  EXPECT_EQ(*find(stored.options, "h"), SettingValue(h));
  EXPECT_EQ(*find(stored.parameters, "gravity"), SettingValue(9.81));
  EXPECT_EQ(*find(run.settings.options, "stepper"), SettingValue(std::string("mirror")));
  EXPECT_THAT(content_of(recipe.files.report), HasSubstr("\"machine\": \"here\""));
}

}  // namespace
}  // namespace ricochet
