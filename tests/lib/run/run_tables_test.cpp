#include "ricochet/run/run_tables.hpp"

#include "support/bouncing.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace ricochet {
namespace {

using support::ball;
using support::ball_start;
using support::content_of;
using support::message_of;
using support::ScratchFolder;
using testing::HasSubstr;

TEST(RunTables, write_only_what_has_a_name) {
  const ScratchFolder folder;
  RunTables tables(ball(), {.events = folder.path("e.csv")}, 1);
  tables.start(ball_start());
  tables.take(0, 0.0, {.state = ball_start()});
  tables.close();
  EXPECT_EQ(folder.files(), 1U);
  EXPECT_EQ(content_of(folder.path("e.csv")), events_header() + "\n");
}

TEST(RunTables, end_with_the_last_step_once) {
  for (const long steps : {3, 4}) {
    const ScratchFolder folder;
    RunTables tables(ball(), {.trajectory = folder.path("t.csv")}, 2);
    State state = ball_start();
    tables.start(state);
    for (long i = 0; i < steps; ++i) {
      state.t += 1.0;
      tables.take(i, state.t - 1.0, {.state = state});
    }
    tables.finish({.state = state});
    tables.finish({.state = state});
    tables.close();
    const std::string text = content_of(folder.path("t.csv"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4)
        << "header, start, step 2, step " << steps;
    EXPECT_THAT(text, HasSubstr("\n" + std::to_string(steps) + ","));
  }
}

TEST(RunTables, that_are_not_there_yet_begin_with_the_checkpoint) {
  const ScratchFolder folder;
  Checkpoint from{.step = {.state = ball_start()}};
  from.step.state.t = 0.3;
  from.summary.steps = 3;
  RunTables tables(ball(), {.trajectory = folder.path("t.csv")}, 1, from, 0.1);
  tables.close();
  EXPECT_EQ(tables.begins(), 3);
  EXPECT_EQ(content_of(folder.path("t.csv")),
            trajectory_header(2) + "\n" + trajectory_row(from.step.state));
}

TEST(RunTables, of_another_run_are_refused_and_kept) {
  const ScratchFolder folder;
  const std::string other =
      trajectory_header(2) + "\n" +
      trajectory_row({.t = 5.0, .q = Vector{{1.0, 1.0}}, .p = Vector{{1.0, 1.0}}});
  const std::string trajectory = folder.write("t.csv", other);
  const std::string events = folder.write("e.csv", events_header() + "\n7,0,0,,,0,0\n");
  const Checkpoint from{.step = {.state = ball_start()}};
  EXPECT_THAT(message_of([&] {
                const RunTables tables(ball(), {.trajectory = trajectory, .events = events}, 1,
                                       from, 0.1);
              }),
              HasSubstr("its row 0 is not of the run to resume"));
  EXPECT_EQ(content_of(trajectory), other);
  EXPECT_THAT(content_of(events), HasSubstr("7,0,0"));
}

TEST(RunTables, know_where_they_begin_from_the_settings) {
  Settings settings;
  EXPECT_EQ(table_begins(settings), 0);
  set_table_begins(settings, 12);
  set_table_begins(settings, 13);
  EXPECT_EQ(table_begins(settings), 13);
  EXPECT_EQ(settings.options.size(), 1U);
}

}  // namespace
}  // namespace ricochet
