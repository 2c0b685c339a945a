#include "ricochet/constraints.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

struct Symbols {
  Expr x = Expr::sym("x"), y = Expr::sym("y"), e = Expr::sym("e");
};

TEST(Constraints, keep_the_order_in_which_they_were_added) {
  const Symbols s;
  Constraints g = {{"floor", s.y}, {"wall", s.x}};
  g.add("ceiling", 3.0 - s.y).append({{"door", 2.0 - s.x}});
  EXPECT_EQ(g.size(), 4U);
  EXPECT_EQ(g.names(), (std::vector<std::string>{"floor", "wall", "ceiling", "door"}));
  EXPECT_TRUE(is_equal(g[1].value, s.x));
  EXPECT_TRUE(is_equal(g.column()(0), s.y));
  EXPECT_EQ(g.column().size1(), 4);
}

TEST(Constraints, are_conservative_and_frictionless_unless_told) {
  const Symbols s;
  Constraints g = {{"floor", s.y}};
  g.add("wall", s.x, Contact{.restitution = s.e, .friction = 0.3, .tangents = {s.x}});
  EXPECT_TRUE(is_equal(g[0].contact.restitution, Expr(1.0)));
  EXPECT_TRUE(g[0].contact.friction.is_zero());
  EXPECT_TRUE(g[0].contact.tangents.empty());
  EXPECT_TRUE(is_equal(g[1].contact.restitution, s.e));
  EXPECT_EQ(g[1].contact.tangents.size(), 1U);
}

TEST(Constraints, of_a_union_contribute_one_entry_per_piece) {
  const Symbols s;
  Constraints g = {{"floor", s.y}};
  EXPECT_FALSE(g.has_unions());
  g.add_any("tip", {s.x, s.x - s.y, 2.0 * s.y}, Contact{.friction = 0.5});
  EXPECT_TRUE(g.has_unions());
  EXPECT_TRUE(g[1].is_union());
  EXPECT_FALSE(g[0].is_union());
  EXPECT_EQ(g.size(), 2U);
  ASSERT_EQ(g.column().size1(), 4);
  EXPECT_TRUE(is_equal(g.column()(1), s.x));
  EXPECT_TRUE(is_equal(g[1].contact.friction, Expr(0.5)));
}

TEST(Constraints, that_are_none_make_an_empty_column) {
  const Constraints none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.names().empty());
  EXPECT_EQ(none.column().size1(), 0);
  EXPECT_EQ(none.column().size2(), 1);
}

TEST(Constraints, appended_leave_their_source_unchanged) {
  const Symbols s;
  Constraints g = {{"floor", s.y}, {"wall", s.x}};
  const Constraints copy = g;
  g.append(copy);
  EXPECT_EQ(g.size(), 4U);
  EXPECT_EQ(copy.size(), 2U);
}

}  // namespace
}  // namespace ricochet
