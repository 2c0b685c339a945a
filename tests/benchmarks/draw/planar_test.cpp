#include "draw/planar.hpp"

#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(PlanarBodies, are_those_that_do_not_move_on_a_line) {
  EXPECT_TRUE(planar_bodies(problems::pogo()).empty());
  EXPECT_EQ(planar_bodies(problems::spring_sphere()).size(), 2U);
}

TEST(Reach, is_that_of_the_farthest_corner) {
  const PlanarBody star{.x = 0, .y = 1, .outline = [](const System&) {
                          return Matrix{{1.0, -3.0, 0.0}, {0.0, 4.0, -2.0}};
                        }};
  EXPECT_EQ(reach(star, problems::bowl().system), 5.0);
  EXPECT_EQ(reach({.x = 0, .y = 1}, problems::bowl().system), 0.0) << "a point";
}

TEST(Extent, surrounds_bodies_with_a_margin_and_is_not_too_narrow) {
  const PlanarBody body{.x = 0, .y = 1};
  Extent extent;
  extent.take(body, Vector{{1.0, 0.0}}, 1.0);
  extent.take(body, Vector{{9.0, 0.0}}, 1.0);
  const Box box = extent.box(0.25, 0.1);  // 10 wide, 2 high
  EXPECT_DOUBLE_EQ(box.left, -1.0);
  EXPECT_DOUBLE_EQ(box.right, 11.0);
  EXPECT_DOUBLE_EQ(box.bottom, -3.5);
  EXPECT_DOUBLE_EQ(box.top, 3.5);
}

TEST(Extent, of_a_point_at_rest_can_be_drawn) {
  Extent extent;
  extent.take({.x = 0, .y = 1}, Vector{{2.0, 3.0}}, 0.0);
  const Box box = extent.box();
  EXPECT_LT(box.left, 2.0);
  EXPECT_GT(box.top, 3.0);
  EXPECT_NEAR(box.right - box.left, box.top - box.bottom, 1e-15);
}

}  // namespace
}  // namespace ricochet::cli
