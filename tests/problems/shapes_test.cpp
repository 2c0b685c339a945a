#include "ricochet/shapes.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

/// The value of a row at q.
double at(const Expr& q, const Expr& row, const Vector& place) {
  Kernel kernel("row", {q}, {densify(row)});
  double value = 0.0;
  kernel({place}, {value});
  return value;
}

TEST(PotentialAtHeight, is_that_of_a_planet_or_of_a_plain) {
  const Expr y = Expr::sym("y");
  const Vector height{{3.0}};
  EXPECT_EQ(at(y, potential_at_height(2.0, 9.81, 0.0, y), height), 2.0 * 9.81 * 3.0);
  EXPECT_NEAR(at(y, potential_at_height(2.0, 9.81, 6.0, y), height), 2.0 * 9.81 * 2.0, 1e-13);
}

TEST(Shapes, are_above_the_floor_by_their_lowest_point) {
  const Expr q = Expr::sym("q", 3);
  const double upright = std::asin(1.0);
  const Constraint ellipse = ellipse_above_floor(q, 2.0, 1.0);
  EXPECT_NEAR(at(q, ellipse.value, Vector{{0.0, 5.0, 0.0}}), 4.0, 1e-14);
  EXPECT_NEAR(at(q, ellipse.value, Vector{{0.0, 5.0, upright}}), 3.0, 1e-14);
  const Constraint wall = ellipse_right_of_wall(q, 2.0, 1.0);
  EXPECT_NEAR(at(q, wall.value, Vector{{5.0, 0.0, 0.0}}), 3.0, 1e-14);
  const Constraint corner = above_floor("corner", q, 1.0, 0.0);
  EXPECT_NEAR(at(q, corner.value, Vector{{0.0, 5.0, -upright}}), 4.0, 1e-14);
}

TEST(Shapes, rub_with_the_speed_of_the_point_that_touches) {
  const Expr q = Expr::sym("q", 3);
  const Expr t = above_floor("corner", q, 1.0, 0.0).contact.tangents.front();
  // The corner hangs 1 m below the centre; turning at 1 rad/s it moves at 1 m/s to the right.
  EXPECT_NEAR(at(q, t(2), Vector{{0.0, 1.0, -std::asin(1.0)}}), 1.0, 1e-14);
}

}  // namespace
}  // namespace ricochet
