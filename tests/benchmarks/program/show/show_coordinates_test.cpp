#include "program/show/show_coordinates.hpp"

#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::ricochet_program;
using testing::HasSubstr;

TEST(ShowBodies, have_all_their_coordinates_with_units) {
  EXPECT_THAT(ricochet_program({"show", "star"}).out,
              HasSubstr("star: q0 = x [m], q1 = y [m], q2 = theta [rad]\n"));
  EXPECT_THAT(ricochet_program({"show", "lennard-jones"}).out,
              HasSubstr("sphere 5: q15 = x [m], q16 = y [m], q17 = z [m]\n"));
  EXPECT_THAT(ricochet_program({"show", "pendulum-cylinder"}).out, HasSubstr("azimuth:     q1\n"));
  EXPECT_THAT(ricochet_program({"show", "bar-pair", "--set", "n=3"}).out,
              HasSubstr("others:             q1 to q2, q5 to q6\n"));
}

Problem of_six_coordinates() {
  const Expr q = Expr::sym("q", 6);
  return {.system = System({.name = "six", .q = q, .M = Expr::eye(6), .V = 0.0}),
          .bodies = {{.name = "ball", .x = 0, .y = 1}, {.name = "disc", .x = 3, .theta = 5}}};
}

TEST(CoordinatesByBody, find_the_third_of_a_point_and_those_of_nobody) {
  const auto bodies = cli::coordinates_by_body(of_six_coordinates());
  ASSERT_EQ(bodies.size(), 3U);
  EXPECT_EQ(bodies[0].coordinates, "q0 = x [m], q1 = y [m], q2 = z [m]");
  EXPECT_EQ(bodies[1].coordinates, "q3 = x [m], q5 = theta [rad]");
  EXPECT_EQ(bodies[2].body, "others");
  EXPECT_EQ(bodies[2].coordinates, "q4");
}

}  // namespace
}  // namespace ricochet
