#include "ricochet/flight/gap_field.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

/// A floor at a height that is a parameter, a wall, and a union of two half planes.
System rooms() {
  const Expr q = Expr::sym("q", 2), height = Expr::sym("height");
  SystemSpecification s{.name = "rooms",
                        .q = q,
                        .parameters = {{"height", height, 0.0}},
                        .M = Expr::eye(2),
                        .V = 0.0};
  s.g.add("floor", q(1) - height);
  s.g.add("wall", 2.0 - 2.0 * q(0));
  s.g.add_any("tip", {q(0), q(1) + 0.1});
  return System(s);
}

TEST(GapField, has_the_gaps_and_gradients_of_the_system) {
  GapField gaps(rooms());
  EXPECT_TRUE(near(gaps.at(Vector{{0.3, 0.5}}), Vector{{0.5, 1.4, 0.3, 0.6}}, 1e-15));
  EXPECT_TRUE(
      near(Matrix(gaps.gradients()), Matrix{{0.0, -2.0, 1.0, 0.0}, {1.0, 0.0, 0.0, 1.0}}, 0.0));
  gaps.set_parameters(rooms().with("height", 0.2));
  EXPECT_NEAR(gaps.at(Vector{{0.3, 0.5}})[0], 0.3, 1e-15);
}

TEST(GapField, knows_what_is_closed_or_violated) {
  GapField gaps(rooms());
  Mask reached;
  gaps.reached(Vector{{1.0, -0.5}}, reached);
  EXPECT_TRUE(near(reached, Vector{{1.0, 1.0, 0.0, 1.0}}, 0.0));
  gaps.reached(Vector{{1.0 - 1e-9, 1e-9}}, reached);
  EXPECT_TRUE(near(reached, Vector{{0.0, 0.0, 0.0, 0.0}}, 0.0)) << "open beyond the tolerance";
}

TEST(GapField, touches_what_may_close_within_a_time) {
  GapField gaps(rooms());
  Mask touching;
  const Vector q{{0.95, 0.1}}, w{{-2.0, -3.0}};  // gaps 0.1 and 0.1, gradients of size 1 and 2
  gaps.touching(q, w, 0.03, touching);           // 0.09 m and 0.12 m
  EXPECT_TRUE(near(touching, Vector{{0.0, 1.0, 0.0, 0.0}}, 0.0)) << "in any direction";
  gaps.touching(q, w, 0.04, touching);
  EXPECT_TRUE(near(touching, Vector{{1.0, 1.0, 0.0, 0.0}}, 0.0));
}

TEST(GapField, touches_a_union_only_where_no_piece_is_open) {
  GapField gaps(rooms());
  Mask touching;
  gaps.touching(Vector{{0.0, 0.5}}, Vector::Zero(2), 0.0, touching);
  EXPECT_EQ(touching.tail(2).sum(), 0.0) << "one piece is open";
  gaps.touching(Vector{{0.0, -0.5}}, Vector::Zero(2), 0.0, touching);
  EXPECT_TRUE(near(touching.tail(2), Vector{{1.0, 0.0}}, 0.0)) << "the other is far inside";
  gaps.touching(Vector{{0.0, -0.1}}, Vector::Zero(2), 0.0, touching);
  EXPECT_TRUE(near(touching.tail(2), Vector{{1.0, 1.0}}, 0.0)) << "the tip";
}

}  // namespace
}  // namespace ricochet
