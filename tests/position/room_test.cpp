#include "ricochet/position/room.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet {
namespace {

/// A point between a wall and one that comes nearer with a speed, in x; y is free.
System press(double speed) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  return System({.name = "press",
                 .q = q,
                 .t = t,
                 .M = diag(vertcat(Expr(2.0), Expr(3.0))),
                 .V = 0.0,
                 .g = {{"wall", q(0)}, {"piston", 1.0 - speed * t - q(0)}, {"floor", q(1)}}});
}

TEST(Room, is_gone_when_walls_have_met) {
  Room room(press(1.0));
  for (const double x : {-30.0, -0.1, 0.0, 0.5, 2.0, 100.0})
    for (const double y : {-1.0, 0.0, 3.0}) {
      const Vector q{{x, y}};
      EXPECT_FALSE(room.gone(q, 0.0));
      EXPECT_FALSE(room.gone(q, 0.999)) << x;
      EXPECT_TRUE(room.gone(q, 1.001)) << x;
      EXPECT_EQ(room.culprits(), "'wall', 'piston'");
    }
}

TEST(Room, is_not_missed_where_walls_touch_or_move_apart) {
  Room touching(press(1.0));
  EXPECT_FALSE(touching.gone(Vector{{0.3, 0.0}}, 1.0));
  Room apart(press(-1.0));
  EXPECT_FALSE(apart.gone(Vector{{0.3, 0.0}}, -1.5)) << "there was none, but there will be";
}

/// Both sides of a wedge that closes: the way out is along it.
TEST(Room, is_found_along_a_wedge) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  const System wedge({.name = "wedge",
                      .q = q,
                      .t = t,
                      .M = Expr::eye(2),
                      .V = 0.0,
                      .g = {{"below", q(1) - 0.1 * q(0) + t}, {"above", -q(1) - 0.1 * q(0) - t}}});
  Room room(wedge);
  for (const double t0 : {0.0, 1.0}) EXPECT_FALSE(room.gone(Vector{{5.0, 0.3}}, t0));
}

/// A body deep inside a round obstacle, while a wall comes nearer behind it.
TEST(Room, is_found_outside_of_an_obstacle) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  const System s({.name = "pillar",
                  .q = q,
                  .t = t,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .g = {{"pillar", 0.5 * (dot(q, q) - 1.0)}, {"wall", 2.0 - 0.1 * t - q(0)}}});
  Room room(s);
  for (const double x : {-0.9, -0.1, 0.1, 0.7, 5.0})
    EXPECT_FALSE(room.gone(Vector{{x, 0.01}}, 1.0)) << x;
}

TEST(Room, is_looked_for_on_rails) {
  SystemSpecification s = press(1.0).specification();
  s.f.add("rail", s.q(1) - 2.0 * s.q(0));
  Room room{System(s)};
  EXPECT_FALSE(room.gone(Vector{{3.0, 1.0}}, 0.5));
  EXPECT_TRUE(room.gone(Vector{{3.0, 1.0}}, 1.5));
}

}  // namespace
}  // namespace ricochet
