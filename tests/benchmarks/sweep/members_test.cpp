#include "sweep/members.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Members, go_through_the_grid_with_the_first_name_slowest) {
  const Members members({grid_axis("a=1,2"), grid_axis("b=5,6,7")}, {}, 1, 1);
  ASSERT_EQ(members.count(), 6U);
  EXPECT_THAT(members.names(), ElementsAre("a", "b"));
  EXPECT_THAT(members.values(0), ElementsAre(1.0, 5.0));
  EXPECT_THAT(members.values(1), ElementsAre(1.0, 6.0));
  EXPECT_THAT(members.values(3), ElementsAre(2.0, 5.0));
  EXPECT_THAT(members.values(5), ElementsAre(2.0, 7.0));
}

TEST(Members, have_samples_at_each_point_of_the_grid) {
  const RandomAxis mass = random_axis("mass=uniform(0,1)");
  const Members members({grid_axis("a=1,2")}, {mass}, 3, 7);
  ASSERT_EQ(members.count(), 6U);
  for (size_t i = 0; i < 6; ++i)
    EXPECT_THAT(members.values(i), ElementsAre(i < 3 ? 1.0 : 2.0, draw(mass, 7, i)));
}

TEST(Members, may_be_random_alone) {
  EXPECT_EQ(Members({}, {random_axis("mass=uniform(0,1)")}, 1000, 7).count(), 1000U);
}

TEST(Members, refuse_names_twice_and_empty_sweeps) {
  const GridAxis a = grid_axis("a=1,2");
  const RandomAxis r = random_axis("a=uniform(0,1)");
  const auto complaint = [](const std::vector<GridAxis>& grid,
                            const std::vector<RandomAxis>& random, long samples) {
    return message_of([&] { (void)Members(grid, random, samples, 1); });
  };
  EXPECT_THAT(complaint({a, a}, {}, 1), HasSubstr("'a' is swept twice"));
  EXPECT_THAT(complaint({a}, {r}, 1), HasSubstr("'a' is swept twice"));
  EXPECT_THAT(complaint({}, {}, 1), HasSubstr("nothing is swept; give --grid"));
  EXPECT_THAT(complaint({}, {r}, 0), HasSubstr("--samples: expected at least 1, not 0"));
  EXPECT_THAT(complaint({a}, {}, 5), HasSubstr("all samples would be the same"));
  EXPECT_THAT(complaint({a}, {random_axis("b=uniform(0,1)")}, 1000000000),
              HasSubstr("expected at most 1000000000 members"));
}

TEST(Members, differ_in_their_texts_where_they_differ) {
  const RandomAxis r = random_axis("b=uniform(0,1)");
  const auto text = [&](const char* grid, long samples, long seed) {
    return Members({grid_axis(grid)}, {r}, samples, seed).text();
  };
  EXPECT_EQ(text("a=1:3:3", 2, 7), text("a=1,2,3", 2, 7));
  EXPECT_NE(text("a=1:3:3", 2, 7), text("a=1:3:2", 2, 7));
  EXPECT_NE(text("a=1:3:3", 2, 7), text("a=1:3:3", 3, 7));
  EXPECT_NE(text("a=1:3:3", 2, 7), text("a=1:3:3", 2, 8));
}

}  // namespace
}  // namespace ricochet::cli
