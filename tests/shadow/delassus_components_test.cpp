#include "ricochet/shadow/delassus_components.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Three unit masses on a line between two walls; neighbours touch.
System three_on_a_line() {
  const Expr q = Expr::sym("q", 3);
  return System({.name = "three",
                 .q = q,
                 .M = Expr::eye(3),
                 .V = 0.0,
                 .g = {{"left", q(0)},
                       {"first", q(1) - q(0)},
                       {"second", q(2) - q(1)},
                       {"right", 3.0 - q(2)}}});
}

TEST(DelassusComponents, are_joined_by_contacts_of_one_body) {
  DelassusComponents components(three_on_a_line());
  const Vector q{{0.0, 1.0, 2.0}};
  components.form(q, Mask::Ones(4));
  EXPECT_EQ(components.count(), 1U);
  components.form(q, Mask{{1.0, 0.0, 1.0, 0.0}});
  ASSERT_EQ(components.count(), 2U);
  Mask members = Mask::Zero(4);
  components.members_of(0, members);
  EXPECT_EQ(members, (Mask{{1.0, 0.0, 0.0, 0.0}}));
  components.members_of(1, members);
  EXPECT_EQ(members, (Mask{{0.0, 0.0, 1.0, 0.0}}));
}

TEST(DelassusComponents, are_found_through_a_contact_in_between) {
  DelassusComponents components(three_on_a_line());
  components.form(Vector{{0.0, 1.0, 2.0}}, Mask{{0.0, 1.0, 1.0, 1.0}});
  EXPECT_EQ(components.count(), 1U);
  components.form(Vector{{0.0, 1.0, 2.0}}, Mask{{1.0, 0.0, 0.0, 1.0}});
  EXPECT_EQ(components.count(), 2U);
  components.form(Vector{{0.0, 1.0, 2.0}}, Mask::Zero(4));
  EXPECT_EQ(components.count(), 0U);
}

TEST(DelassusComponents, are_apart_where_normals_of_one_body_are_orthogonal) {
  const Expr q = Expr::sym("q", 2);
  const auto corner = [&](const Expr& second) {
    return System({.name = "corner",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 0.0,
                   .g = {{"floor", q(1)}, {"wall", second}}});
  };
  DelassusComponents apart(corner(q(0))), joined(corner(q(0) + 0.01 * q(1)));
  apart.form(Vector::Zero(2), Mask::Ones(2));
  EXPECT_EQ(apart.count(), 2U);
  joined.form(Vector::Zero(2), Mask::Ones(2));
  EXPECT_EQ(joined.count(), 1U);
}

}  // namespace
}  // namespace ricochet
