#include "ricochet/contact_table.hpp"

#include "ricochet/system.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {
namespace {

using testing::ElementsAre;
using Extent = ContactTable::Extent;

/// A floor with one tangent, a corner of two pieces with one, a wall with none, a ramp with two.
Constraints rows() {
  const Expr q = Expr::sym("q", 3);
  const Expr x = Expr(std::vector<double>{1.0, 0.0, 0.0});
  const Expr y = Expr(std::vector<double>{0.0, 1.0, 0.0});
  Constraints g;
  g.add("floor", q(2), Contact{.tangents = {x}});
  g.add_any("corner", {q(0), q(1)}, Contact{.tangents = {y}});
  g.add("wall", q(0) + 2.0);
  g.add("ramp", q(2) + 1.0, Contact{.tangents = {x, y}});
  return g;
}

TEST(ContactTable, knows_name_row_and_union_of_every_entry) {
  const ContactTable table(rows());
  ASSERT_EQ(table.entries(), 5);
  EXPECT_EQ(table.rows(), 4);
  std::vector<std::string> names;
  std::vector<Index> owners;
  std::vector<bool> pieces;
  for (Index i = 0; i < table.entries(); ++i) {
    names.push_back(table.name(i));
    owners.push_back(table.row(i));
    pieces.push_back(table.is_piece(i));
  }
  EXPECT_THAT(names, ElementsAre("floor", "corner[0]", "corner[1]", "wall", "ramp"));
  EXPECT_THAT(owners, ElementsAre(0, 1, 1, 2, 3));
  EXPECT_THAT(pieces, ElementsAre(false, true, true, false, false));
  EXPECT_THAT(table.row_entries(),
              ElementsAre(Extent{0, 1}, Extent{1, 3}, Extent{3, 4}, Extent{4, 5}));
  EXPECT_THROW((void)table.name(5), std::out_of_range);
}

TEST(ContactTable, gives_tangents_to_the_first_entry_of_their_row) {
  const ContactTable table(rows());
  ASSERT_EQ(table.tangents(), 4);
  EXPECT_THAT(table.tangent_rows(), ElementsAre(0, 1, 3, 3));
  EXPECT_THAT(table.tangent_entries(), ElementsAre(0, 1, 4, 4));
  std::vector<Index> counts;
  for (Index i = 0; i < table.entries(); ++i) {
    const auto [first, last] = table.tangents_of(i);
    counts.push_back(last - first);
    for (Index j = first; j < last; ++j)
      EXPECT_EQ(table.tangent_entries()[static_cast<size_t>(j)], i);
  }
  EXPECT_THAT(counts, ElementsAre(1, 1, 0, 0, 2));
}

TEST(ContactTable, of_a_union_the_largest_piece_counts) {
  const ContactTable table(rows());
  const Vector gaps{{3.0, -1.0, 0.5, 2.0, 4.0}};
  EXPECT_EQ(table.leading(0, gaps), 0);
  EXPECT_EQ(table.leading(1, gaps), 2);
  Index which = -1;
  EXPECT_EQ(table.smallest(gaps, &which), 0.5);
  EXPECT_EQ(which, 2);
  // The control: counted one by one, the corner would be violated.
  EXPECT_LT(gaps.minCoeff(), 0.0);
}

TEST(ContactTable, of_equal_pieces_the_first_leads) {
  const ContactTable table(rows());
  EXPECT_EQ(table.leading(1, Vector{{3.0, 0.5, 0.5, 2.0, 4.0}}), 1);
}

TEST(ContactTable, lets_nan_show) {
  const ContactTable table(rows());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(table.leading(1, Vector{{3.0, 1.0, nan, 2.0, 4.0}}), 2);
  EXPECT_EQ(table.leading(1, Vector{{3.0, nan, 1.0, 2.0, 4.0}}), 1);
  EXPECT_TRUE(std::isnan(table.smallest(Vector{{3.0, 1.0, nan, 2.0, -4.0}})));
}

TEST(ContactTable, names_sets_of_contacts) {
  const ContactTable table(rows());
  EXPECT_EQ(table.names({0, 2}), "'floor', 'corner[1]'");
  EXPECT_EQ(table.names({}), "");
  EXPECT_EQ(table.names_where(Vector{{0.0, 0.0, 0.0, 1.0, 1.0}}), "'wall', 'ramp'");
}

TEST(ContactTable, of_a_system_is_shared_by_its_copies) {
  const Expr q = Expr::sym("q", 3), mass = Expr::sym("mass");
  const System s({.name = "ball",
                  .q = q,
                  .parameters = {{"mass", mass, 1.0}},
                  .M = mass * Expr::eye(3),
                  .V = 0.0,
                  .g = {{"floor", q(2)}}});
  const System heavy = s.with("mass", 2.0);
  EXPECT_EQ(s.contacts().name(0), "floor");
  EXPECT_EQ(&s.contacts().name(0), &heavy.contacts().name(0));
  const ContactTable copy = s.contacts();
  EXPECT_EQ(&copy.name(0), &s.contacts().name(0));
}

TEST(ContactTable, of_nothing_is_empty) {
  const ContactTable table;
  EXPECT_EQ(table.entries(), 0);
  EXPECT_EQ(table.tangents(), 0);
  EXPECT_EQ(table.smallest(Vector()), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace ricochet
