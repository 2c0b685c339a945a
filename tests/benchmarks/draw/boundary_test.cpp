#include "draw/boundary.hpp"

#include "ricochet/problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Picture, shows_the_edges_that_belong_to_one_body) {
  EXPECT_EQ(find_boundaries(problems::spring_sphere()).size(), 2U);
  EXPECT_TRUE(find_boundaries(find_problem("cradle").make()).empty());
  const Boundary bowl = find_boundaries(problems::bowl()).at(0);
  const std::string grid =
      sampled(bowl, problems::bowl(), {.left = 0.0, .right = 2.0, .bottom = 0.0, .top = 2.0});
  EXPECT_THAT(grid, StartsWith("0 0 0\n"));
  EXPECT_THAT(grid, HasSubstr("\n2 2 0\n"));
}

TEST(Picture, shows_a_union_as_one_edge) {
  const Problem tip = problems::corner_tip();
  const auto edges = find_boundaries(tip);
  ASSERT_EQ(edges.size(), 1U);
  const std::string grid =
      sampled(edges[0], tip, {.left = -1.0, .right = 1.0, .bottom = -1.0, .top = 1.0});
  EXPECT_THAT(grid, HasSubstr("\n0 0 0\n"));      // the tip
  EXPECT_THAT(grid, Not(HasSubstr("\n1 -1 -")));  // beside the obstacle, inside one half-plane
}

TEST(WallEnds, lie_on_the_wall_with_the_admissible_side_on_the_right) {
  const Wall wall{.normal_x = 0.6, .normal_y = 0.8, .offset = 2.0};
  const Matrix ends = wall_ends(wall, {.left = -1.0, .right = 3.0, .bottom = 0.0, .top = 3.0});
  const Eigen::Vector2d normal(0.6, 0.8), along = ends.col(1) - ends.col(0);
  for (const Index i : {0, 1}) EXPECT_NEAR(normal.dot(ends.col(i)), 2.0, 1e-12);
  EXPECT_NEAR(along.norm(), 10.0, 1e-12) << "twice the diagonal of the box";
  EXPECT_GT(normal.dot(Eigen::Vector2d(along.y(), -along.x())), 0.0);
}

}  // namespace
}  // namespace ricochet::cli
