#include "draw/picture.hpp"

#include "draw/boundary.hpp"
#include "ricochet/problems.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::StartsWith;

/// A problem whose names try to break out of a gnuplot script.
Problem hostile() {
  const Expr q = Expr::sym("q", 2);
  const std::string name = "it's\n`touch hacked`\"; system('touch hacked') #\\";
  return {
      .system = System({.name = name, .q = q, .M = Expr::eye(2), .V = 0.0, .g = {{name, q(1)}}}),
      .initial = {.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}},
      .h = 0.1,
      .duration = 1.0,
      .bodies = {{.name = name, .x = 0, .y = 1}}};
}

Sample row_at(const State& state, double energy) {
  return {.state = state, .energy = energy, .gaps = Vector{{0.0}}};
}

TEST(Picture, is_drawn_as_svg_and_png) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program({"run", "bowl", "--plot", folder.path("bowl.svg")}).code, 0);
  const std::string svg = content_of(folder.path("bowl.svg"));
  for (const char* text :
       {"<svg", "x [m]", "t [s]", "energy error", "gap g [m]", "boundary", "particle"})
    EXPECT_THAT(svg, HasSubstr(text));
  EXPECT_EQ(
      ricochet_program({"run", "cradle", "--steps", "20", "--plot", folder.path("c.png")}).code, 0);
  EXPECT_THAT(content_of(folder.path("c.png")), StartsWith("\x89PNG"));
}

TEST(Picture, is_drawn_for_every_problem_even_without_steps) {
  const ScratchFolder folder;
  for (const std::string& name : problem_names()) {
    const auto outcome =
        ricochet_program({"run", name, "--steps", "0", "--plot", folder.path("p.svg")});
    EXPECT_EQ(outcome.code, 0) << name << outcome.err;
    EXPECT_THAT(content_of(folder.path("p.svg")), HasSubstr("</svg>")) << name;
  }
}

TEST(Picture, takes_names_literally) {
  const ScratchFolder folder;
  const Problem problem = hostile();
  const Picture picture{
      .problem = problem,
      .subtitle = "h = 0.1 s",
      .rows = {row_at(problem.initial, 0.0),
               row_at({.t = 0.1, .q = Vector{{0.1, 1.0}}, .p = problem.initial.p}, 1e-3)}};
  const std::string path = folder.path("it's `touch hacked`.svg");
  draw(picture, path);
  EXPECT_THAT(content_of(path), HasSubstr("it's `touch hacked`"));
  EXPECT_FALSE(std::filesystem::exists("hacked"));
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Picture, stays_small_however_long_the_run) {
  const ScratchFolder folder;
  const Problem problem = problems::bowl();
  Picture picture{.problem = problem, .subtitle = "long", .every = 3};
  for (int i = 0; i < 100000; ++i) {
    picture.rows.push_back(row_at(problem.initial, 0.0));
    picture.rows.back().state.t = i;
  }
  draw(picture, folder.path("long.svg"));
  EXPECT_THAT(content_of(folder.path("long.svg")), HasSubstr("every 75th recorded row"));
  EXPECT_LT(content_of(folder.path("long.svg")).size(), 2000000U);
}

TEST(Picture, shows_bodies_with_an_outline_and_their_walls) {
  EXPECT_TRUE(find_boundaries(problems::shooting_disc()).empty()) << "edges are for points";
  EXPECT_EQ(ends_of({.normal_x = 0.0, .normal_y = 1.0, .offset = 0.5},
                    {.left = 0.0, .right = 3.0, .bottom = 0.0, .top = 4.0}),
            "6.5 0.5\n-3.5 0.5\n");
  const ScratchFolder folder;
  ASSERT_EQ(ricochet_program({"run", "wedge", "--law", "elastic", "--steps", "40", "--plot",
                              folder.path("wedge.svg")})
                .code,
            0);
  const std::string svg = content_of(folder.path("wedge.svg"));
  EXPECT_THAT(svg, HasSubstr("boundary"));
  EXPECT_THAT(svg, HasSubstr("<polygon"));
}

}  // namespace
}  // namespace ricochet::cli
