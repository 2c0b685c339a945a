#include "ricochet/run/recorder.hpp"

#include "ricochet/io/read_states.hpp"
#include "support/bouncing.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

using support::ball;
using support::ball_start;
using support::Mirror;
using support::ScratchFolder;

/// Makes steps of the ball and hands them to a recorder.
struct Played {
  Mirror mirror;
  Step now{.state = ball_start()};

  RecordedRun play(const RunRecipe& recipe, long steps) {
    Recorder recorder(ball(), {.step = now}, false, recipe);
    recorder.begin();
    for (long i = 0; i < steps; ++i) {
      now = mirror.advance(now, recipe.h);
      recorder.take(now);
    }
    EXPECT_EQ(recorder.summary().steps, steps);
    return recorder.finish(now, now.report, "as told");
  }
};

TEST(Recorder, sums_up_steps_that_the_caller_makes) {
  Played ball;
  std::vector<double> seen;
  const RunRecipe recipe{
      .h = 0.1, .steps = 5, .on_step = [&](const Step& step) { seen.push_back(step.state.t); }};
  const RecordedRun run = ball.play(recipe, 5);
  EXPECT_EQ(run.summary.steps, 5);
  EXPECT_EQ(run.samples.size(), 6U);
  EXPECT_EQ(seen.size(), 5U);
  EXPECT_EQ(run.last.state.q, ball.now.state.q);
  EXPECT_EQ(run.message, "as told");
  EXPECT_EQ(run.steps_wanted, 5);
  EXPECT_TRUE(run.ok());
}

TEST(Recorder, writes_tables_checkpoint_and_report) {
  const ScratchFolder folder;
  RunRecipe recipe{.h = 0.1, .steps = 5, .every = 2};
  recipe.files = {.trajectory = folder.path("t.csv"),
                  .checkpoint = folder.path("c.json"),
                  .report = folder.path("r.json")};
  Played ball;
  const RecordedRun run = ball.play(recipe, 5);
  EXPECT_EQ(read_states(recipe.files.trajectory, 2).size(), 4U);  // 0, 2, 4, 5
  const Checkpoint saved = load_checkpoint(recipe.files.checkpoint);
  EXPECT_EQ(saved.step.state.q, run.last.state.q);
  EXPECT_EQ(saved.summary.steps, 5);
  EXPECT_EQ(load_checkpoint(recipe.files.report).summary.steps, 5);
}

TEST(Recorder, continues_the_counts_of_a_resumed_run) {
  Played ball;
  RunRecipe recipe{.h = 0.1, .steps = 9};
  const RecordedRun first = ball.play(recipe, 5);
  const Checkpoint from{.step = first.last, .summary = first.summary, .wall_seconds = 100.0};
  Recorder recorder(support::ball(), from, true, recipe);
  recorder.begin();
  recorder.take(ball.mirror.advance(first.last, recipe.h));
  EXPECT_EQ(recorder.summary().steps, 6);
  EXPECT_EQ(recorder.summary().energy_initial, first.summary.energy_initial);
  EXPECT_GE(recorder.finish(first.last, first.end, "").wall_seconds, 100.0);
}

TEST(Recorder, tells_progress_as_often_as_asked) {
  Played ball;
  int told = 0;
  RunRecipe recipe{.h = 0.1, .steps = 20, .on_progress = [&](const Progress&) { ++told; }};
  recipe.progress_interval = 1e6;
  (void)ball.play(recipe, 20);
  EXPECT_EQ(told, 1) << "the first one at once";
}

}  // namespace
}  // namespace ricochet
