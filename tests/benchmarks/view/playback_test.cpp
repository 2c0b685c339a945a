#include "view/playback.hpp"

#include "ricochet/problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::cli {
namespace {

using testing::ElementsAre;

TEST(Playback, thins_a_long_run_and_keeps_its_events) {
  const Problem problem = problems::bowl();
  std::vector<State> states;
  for (int i = 0; i <= 50000; ++i) {  // closed in one row only
    const double height = i == 33333 ? 0.0 : 1.0;
    states.push_back({.t = 0.01 * i, .q = Vector{{0.0, height}}, .p = Vector{{0.0, 0.0}}});
  }
  const Playback play = make_playback(problem, states, {{7, 0.075, {"bowl"}, {2.0}}});
  EXPECT_EQ(play.rows, 50001U);
  EXPECT_LT(play.frames.size(), 4100U);
  EXPECT_EQ(play.frames.back().state.t, states.back().t);
  std::vector<double> closed_at;
  for (const Frame& frame : play.frames)
    if (!frame.closed.empty()) closed_at.push_back(frame.state.t);
  EXPECT_THAT(closed_at, ElementsAre(states[33333].t));
  const auto has = [&](size_t row) {
    return std::any_of(play.frames.begin(), play.frames.end(),
                       [&](const Frame& f) { return f.state.t == states[row].t; });
  };
  EXPECT_TRUE(has(7) && has(8)) << "the rows beside the impact";
  EXPECT_FALSE(has(9));
  EXPECT_EQ(play.impacts.at(0).impulse, 2.0);
  EXPECT_THAT(evenly(10, 4), ElementsAre(0, 3, 6, 9));
  EXPECT_THAT(evenly(9, 4), ElementsAre(0, 3, 6, 8));
  EXPECT_TRUE(evenly(0, 4).empty());
}

}  // namespace
}  // namespace ricochet::cli
