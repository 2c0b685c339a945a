#include "view/solids.hpp"

#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace ricochet::cli {
namespace {

/// The area of a polygon, positive if it turns counterclockwise.
double area(const Matrix& corners) {
  double sum = 0.0;
  for (Index i = 0, n = corners.cols(); i < n; ++i) {
    const Index next = (i + 1) % n;
    sum += corners(0, i) * corners(1, next) - corners(0, next) * corners(1, i);
  }
  return 0.5 * sum;
}

TEST(Solids, fill_what_lies_beyond_an_edge) {
  const Problem problem = problems::spring_sphere();  // inside a circle
  const double r = problem.system.parameter("radius");
  const Boundary edge = find_boundaries(problem).at(0);
  const Box box{.left = -1.5 * r, .right = 1.5 * r, .bottom = -1.5 * r, .top = 1.5 * r};
  const Solids solids = solids_of(GapGrid(edge, problem, box));
  double filled = 0.0, length = 0.0;
  for (const Matrix& polygon : solids.polygons) {
    EXPECT_GT(area(polygon), 0.0);
    filled += area(polygon);
  }
  for (const Matrix& segment : solids.edges) length += (segment.col(1) - segment.col(0)).norm();
  EXPECT_NEAR(filled, (9.0 - std::numbers::pi) * r * r, 2e-3 * r * r);
  EXPECT_NEAR(length, 2.0 * std::numbers::pi * r, 2e-3 * r);
}

TEST(Solids, lie_behind_walls) {
  const Problem problem = problems::shooting_disc();
  const Solids solids =
      find_solids(problem, {.left = -1.0, .right = 3.0, .bottom = -1.0, .top = 2.0});
  ASSERT_EQ(solids.polygons.size(), 2U);
  EXPECT_LE(solids.polygons[0].row(1).maxCoeff(), 1e-12) << "below the floor";
  EXPECT_LE(solids.polygons[1].row(0).maxCoeff(), 1e-12) << "left of the wall";
  EXPECT_GT(area(solids.polygons[0]) * area(solids.polygons[1]), 0.0) << "they turn the same way";
}

}  // namespace
}  // namespace ricochet::cli
