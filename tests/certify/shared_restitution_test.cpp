#include "ricochet/certify/shared_restitution.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Three beads over floors of their own, and a contact between the last two.
System beads() {
  const Expr q = Expr::sym("q", 3), e = Expr::sym("e");
  return System({.name = "beads",
                 .q = q,
                 .parameters = {{"e", e, 0.4}},
                 .M = Expr::eye(3),
                 .V = 0.0,
                 .g = {{"a", q(0), {.restitution = 0.8}},
                       {"b", q(1), {.restitution = e}},
                       {"c", q(2), {.restitution = 0.0}},
                       {"between", q(2) - q(1), {.restitution = 0.9}}}});
}

TEST(SharedRestitution, is_the_least_of_those_approached_in_a_group) {
  SharedRestitution shared(beads(), true);
  shared.form({0, 1, 2}, Vector{{-1.0, -1.0, -1.0, 0.0}});
  EXPECT_EQ(shared.of(0), 0.8);
  EXPECT_EQ(shared.of(1), 0.4);
  EXPECT_EQ(shared.of(2), 0.0);
  shared.form({0, 1, 2, 3}, Vector{{-1.0, -1.0, 0.0, 1.0}});
  EXPECT_EQ(shared.of(0), 0.8) << "not of the group";
  for (const Index i : {1, 2, 3}) EXPECT_EQ(shared.of(i), 0.4) << i << ", the others rest or part";
  shared.form({1, 2, 3}, Vector::Zero(4));
  EXPECT_EQ(shared.of(3), 0.0) << "none is approached: the least of all";
  EXPECT_FALSE(shared.strikes(3));
  shared.form({0, 1}, Vector{{-1.0, 0.0, 0.0, 0.0}});
  EXPECT_TRUE(shared.strikes(0));
  EXPECT_FALSE(shared.strikes(1));
}

TEST(SharedRestitution, follows_parameters) {
  SharedRestitution shared(beads(), true);
  EXPECT_TRUE(shared.any({1}));
  shared.set_parameters(beads().with("e", 0.0));
  EXPECT_FALSE(shared.any({1, 2}));
  EXPECT_TRUE(shared.any({0, 1, 2}));
}

}  // namespace
}  // namespace ricochet
