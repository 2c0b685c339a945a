#include "program/record/settings_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace ricochet::cli {
namespace {

TEST(SettingsJson, keeps_the_kind_of_every_value_and_their_order) {
  const SettingList list = {{"z", std::monostate{}},
                            {"b", true},
                            {"n", 3L},
                            {"h", 0.5},
                            {"word", std::string("gvi")},
                            {"q", std::vector<double>{1.0, -2.0}}};
  EXPECT_EQ(settings_json(list).dump(),
            R"({"z":null,"b":true,"n":3,"h":0.5,"word":"gvi","q":[1.0,-2.0]})");
  EXPECT_EQ(settings_json({}).dump(), "{}") << "an object, not null";
}

TEST(NumberOrNull, writes_what_json_does_not_have_as_null) {
  EXPECT_EQ(number_or_null(0.1), 0.1);
  for (const double x : {std::nan(""), HUGE_VAL, -HUGE_VAL})
    EXPECT_TRUE(number_or_null(x).is_null()) << x;
}

}  // namespace
}  // namespace ricochet::cli
