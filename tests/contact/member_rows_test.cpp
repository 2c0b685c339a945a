#include "ricochet/contact/member_rows.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Contacts with 1, 0, 2 and 3 tangents.
System contacts_of_all_kinds() {
  const Expr q = Expr::sym("q", 4);
  SystemSpecification s{.name = "contacts", .q = q, .M = Expr::eye(4), .V = 0.0};
  casadi_int contact = 0;
  for (const casadi_int tangents : {1, 0, 2, 3}) {
    std::vector<Expr> along;
    for (casadi_int j = 0; j < tangents; ++j) {
      Expr t = Expr::zeros(4);
      t((contact + 1 + j) % 4) = 1.0;
      along.push_back(t);
    }
    s.g.add("contact " + std::to_string(contact), q(contact), Contact{.tangents = along});
    ++contact;
  }
  return System(s);
}

TEST(MemberRows, stand_contact_by_contact) {
  const System s = contacts_of_all_kinds();
  MemberRows rows;
  rows.take(s.contacts(), {2, 3, 0}, Vector{{0.1, 0.2, 0.3, 0.0}});
  ASSERT_EQ(rows.contacts().size(), 3u);
  EXPECT_EQ(rows.contacts()[0].row, 0);
  EXPECT_EQ(rows.contacts()[0].tangents, 2);
  EXPECT_EQ(rows.contacts()[0].friction, 0.3);
  EXPECT_EQ(rows.contacts()[1].row, 3);
  EXPECT_EQ(rows.contacts()[1].tangents, 0) << "three directions have no law";
  EXPECT_EQ(rows.contacts()[2].row, 4);
  EXPECT_EQ(rows.contacts()[2].tangents, 1);
  // Behind the normals 0, 1, 2 of the operator stand the tangents 3, 4 | 5, 6, 7 | 8.
  EXPECT_EQ(rows.columns(), (std::vector<Index>{0, 3, 4, 1, 2, 8}));
  EXPECT_EQ(rows.size(), 6);
  EXPECT_EQ(most_tangents(s), 2);
  EXPECT_EQ(most_posed(s), 4);
}

}  // namespace
}  // namespace ricochet
