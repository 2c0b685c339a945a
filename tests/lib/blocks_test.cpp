#include "ricochet/blocks.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::expect_message;

class Blocks : public testing::Test {
 protected:
  Expr x_ = Expr::sym("x", 2), g_ = Expr::sym("g", 2), e_ = Expr::sym("e");
  Column column_{{"dynamics", x_, Meaning::dynamics},
                 {"none", Expr()},
                 {"gaps", g_, Meaning::gap, {"floor", "wall"}},
                 {"energy", e_, Meaning::energy}};
};

TEST_F(Blocks, stand_one_behind_the_other) {
  EXPECT_EQ(column_.size(), 5);
  EXPECT_TRUE(is_equal(column_.all(), vertcat(x_, g_, e_)));
  const Slot gaps = column_.layout().slot("gaps"), none = column_.layout().slot("none");
  EXPECT_EQ(gaps.offset, 2);
  EXPECT_EQ(gaps.size, 2);
  EXPECT_EQ(none.size, 0);
  EXPECT_TRUE(is_equal(column_.part("gaps"), g_));
  EXPECT_EQ(column_.layout().first(Meaning::energy).offset, 4);
  EXPECT_EQ(column_.layout().first(Meaning::position).size, 0);
}

TEST_F(Blocks, name_their_entries) {
  EXPECT_EQ(column_.layout().label(1), "row 1 of 'dynamics'");
  EXPECT_EQ(column_.layout().label(3), "'wall' of 'gaps'");
  EXPECT_EQ(column_.layout().label(4), "'energy'");
  EXPECT_EQ(Column(x_).layout().label(1), "row 1");
}

TEST_F(Blocks, that_do_not_exist_are_refused_with_those_that_do) {
  expect_message([&] { (void)column_.layout().slot("gap"); },
                 {"no block 'gap'", "'dynamics', 'none', 'gaps', 'energy'"});
}

TEST_F(Blocks, of_one_name_or_with_names_for_other_entries_are_refused) {
  expect_message([&] { column_.add({"gaps", x_}); }, {"two blocks of the name 'gaps'"});
  expect_message(
      [&] {
        column_.add({"rows", x_, Meaning::plain, {"one"}});
      },
      {"block 'rows' has 2 entries but 1 names"});
}

TEST_F(Blocks, take_other_values_of_the_same_size) {
  const Expr y = Expr::sym("y", 2);
  EXPECT_TRUE(is_equal(column_.with({{"gaps", y}}), vertcat(x_, y, e_)));
  expect_message([&] { (void)column_.with({{"gaps", e_}}); }, {"'gaps' has 2 entries, not 1"});
}

}  // namespace
}  // namespace ricochet
