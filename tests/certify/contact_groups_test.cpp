#include "ricochet/certify/contact_groups.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Six points on a line over floors of their own. A rod joins 0 and 1, a row 1 and 2, a spring 2
/// and 3, a damper 3 and 4; contacts join 4 and 5, 5 and 0.
System points() {
  const Expr q = Expr::sym("q", 6), v = Expr::sym("v", 6);
  Expr pull = Expr::zeros(6, 1);
  pull(3) = v(4) - v(3);
  pull(4) = v(3) - v(4);
  Constraints g;
  for (int i = 0; i < 6; ++i) g.add("floor " + std::to_string(i), q(i));
  g.add("gap 4-5", q(5) - q(4));
  g.add("gap 5-0", q(5) - q(0));
  return System({.name = "points",
                 .q = q,
                 .v = v,
                 .M = Expr::eye(6),
                 .V = 0.5 * pow(q(3) - q(2), 2),
                 .f = {{"rod", q(1) - q(0) - 1.0}},
                 .g = g,
                 .omega = {{"row", v(2) - q(1) * v(1)}},
                 .forces = {{"damper", pull}}});
}

TEST(ContactGroups, are_joined_by_rods_rows_springs_and_dampers) {
  ContactGroups groups(points(), true);
  groups.form({0, 1, 2, 3, 4, 5});
  for (Index i = 0; i < 5; ++i) EXPECT_EQ(groups.of(i), 0) << i;
  EXPECT_EQ(groups.of(5), 5);
}

TEST(ContactGroups, leave_out_forces_for_rules_that_are_explicit_in_them) {
  ContactGroups groups(points(), false);
  groups.form({0, 1, 2, 3, 4, 5});
  EXPECT_EQ(groups.of(2), 0);
  EXPECT_EQ(groups.of(3), 3);
  EXPECT_EQ(groups.of(4), 4);
}

TEST(ContactGroups, are_joined_by_contacts_that_take_part) {
  ContactGroups groups(points(), false);
  groups.form({4, 5, 6});
  EXPECT_EQ(groups.of(5), 4);
  groups.form({4, 5, 6, 7});
  EXPECT_EQ(groups.of(4), 0);
  groups.form({4, 5});
  EXPECT_EQ(groups.of(5), 5) << "those of the step before are forgotten";
}

}  // namespace
}  // namespace ricochet
