#include "ricochet/io/json_codec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace ricochet {
namespace {

TEST(JsonWriter, has_words_for_numbers_that_json_does_not_have) {
  EXPECT_EQ(encode(Vector{{std::nan(""), HUGE_VAL, -HUGE_VAL, -0.0}}).dump(),
            R"(["nan","inf","-inf",-0.0])");
  EXPECT_EQ(encode(Vector()).dump(), "[]");
}

TEST(JsonWriter, writes_numbers_that_come_back_with_their_bits) {
  for (const double x : {0.1 + 0.2, 1.0 / 3.0, std::numeric_limits<double>::denorm_min(),
                         -std::numeric_limits<double>::max()})
    EXPECT_EQ(Json::parse(encode(x).dump()).get<double>(), x);
}

TEST(JsonWriter, keeps_whole_numbers_apart_from_others) {
  const SettingList list = {
      {"none", std::monostate{}},      {"n", 3L},    {"h", 3.0}, {"x", std::nan("")},
      {"q", std::vector<double>{1.0}}, {"yes", true}};
  EXPECT_EQ(encode(list).dump(), R"({"none":null,"n":3,"h":3.0,"x":"nan","q":[1.0],"yes":true})");
  EXPECT_EQ(encode(SettingList{}).dump(), "{}");
}

TEST(JsonWriter, tells_the_work_of_an_impact_and_the_name_of_a_status) {
  Step step{.impacts = {{.energy_minus = 8.0, .energy_plus = 6.5}}};
  step.report.status = StepStatus::grazing;
  const Json json = encode(step);
  EXPECT_EQ(json.at("impacts").at(0).at("f_pow"), -1.5);
  EXPECT_EQ(json.at("report").at("status"), "grazing");
  EXPECT_EQ(json.at("contacts").at("held"), Json::array());
}

}  // namespace
}  // namespace ricochet
