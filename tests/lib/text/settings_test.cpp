#include "ricochet/text/settings.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Settings, are_found_by_name_and_replaced_in_place) {
  SettingList list{{"h", 0.1}, {"steps", 3L}};
  put(list, "h", 0.2);
  put(list, "stepper", std::string("gvi"));
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].first, "h");
  EXPECT_EQ(*find(list, "h"), SettingValue(0.2));
  EXPECT_EQ(find(list, "backend"), nullptr);
}

TEST(Settings, are_equal_as_numbers_and_as_what_they_are) {
  EXPECT_TRUE(same(3L, 3.0));
  EXPECT_FALSE(same(3L, 3.5));
  EXPECT_FALSE(same(1L, true)) << "true is no number";
  EXPECT_FALSE(same(std::string("3"), 3L));
  EXPECT_TRUE(same({}, {}));
  EXPECT_TRUE(same(std::vector<double>{1.0, 2.0}, std::vector<double>{1.0, 2.0}));
}

TEST(Settings, are_written_with_all_digits_that_they_need) {
  EXPECT_EQ(as_text({}), "nothing");
  EXPECT_EQ(as_text(true), "true");
  EXPECT_EQ(as_text(7L), "7");
  EXPECT_EQ(as_text(0.1), "0.1");
  EXPECT_EQ(as_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(as_text(std::string("gvi")), "'gvi'");
  EXPECT_EQ(as_text(std::vector<double>{0.25, 1.0}), "0.25, 1");
}

}  // namespace
}  // namespace ricochet
