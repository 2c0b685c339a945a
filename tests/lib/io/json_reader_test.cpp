#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/json_codec.hpp"
#include "support/checkpoints.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::awkward;
using support::content_of;
using support::message_of;
using support::ScratchFolder;
using testing::HasSubstr;

/// What is said about a checkpoint in which `from` was replaced by `to`.
std::string complaint(const std::string& from, const std::string& to) {
  const ScratchFolder folder;
  save(awkward(), folder.path("c.json"));
  std::string text = content_of(folder.path("c.json"));
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  const std::string path = folder.write("broken.json", text);
  return message_of([&] { (void)load_checkpoint(path); });
}

TEST(Checkpoint, names_what_is_wrong_in_it) {
  EXPECT_THAT(complaint("\"q\":[-0.0,", "\"q\":[\"x\","),
              HasSubstr("broken.json: /resume/step/state/q/0: expected a number, found \"x\""));
  EXPECT_THAT(complaint("\"q\":[-0.0,", "\"q\":[\"nan\","), HasSubstr("expected a finite number"));
  EXPECT_THAT(complaint("\"q\":[-0.0,", "\"q\":["),
              HasSubstr("/resume/step/state/p: expected as many numbers as in q, 1"));
  EXPECT_THAT(complaint("\"t\":0.30", "\"u\":0.30"),
              HasSubstr("expected an object with the entry 't'"));
  EXPECT_THAT(complaint("\"grazing\"", "\"grasing\""), HasSubstr("did you mean 'grazing'?"));
  EXPECT_THAT(complaint("\"steps\":12", "\"steps\":1.5"),
              HasSubstr("expected an integer, found 1.5"));
  EXPECT_THAT(complaint("\"steps\":12", "\"steps\":-1"), HasSubstr("steps >= 0"));
  EXPECT_THAT(complaint("\"steps\":12", "\"steps\":9223372036854775808"),
              HasSubstr("expected an integer, found 9223372036854775808"));
  EXPECT_THAT(complaint("\"steps\":12", "\"steps\":1e999"),
              HasSubstr("broken.json: has a number outside the range of double precision"));
  EXPECT_THAT(complaint("\"weak\":[3", "\"weak\":[-3"), HasSubstr("expected an index >= 0"));
  EXPECT_THAT(complaint("[\"angular\"]", "[]"), HasSubstr("one number per momentum map, 0"));
  EXPECT_THAT(complaint("[\"angular\"]", "7"), HasSubstr("expected an array, found 7"));
  EXPECT_THAT(complaint("\"structure\":{\"n\":5}", "\"structure\":4"),
              HasSubstr("expected an object"));
  EXPECT_THAT(complaint("\"structure\":{\"n\":5}", "\"structure\":{\"n\":{}}"),
              HasSubstr("/structure/n: expected a number, a text"));
}

TEST(Checkpoint, keeps_a_whole_number_too_large_for_a_count_as_a_number) {
  const ScratchFolder folder;
  const std::string path = folder.write(
      "r.json", R"({"options":{"x":9223372036854775808},"structure":{},"parameters":{}})");
  EXPECT_EQ(load_settings(path).options, (SettingList{{"x", 9223372036854775808.0}}));
}

TEST(Checkpoint, refuses_a_file_nested_deeper_than_the_stack) {
  const ScratchFolder folder;
  const size_t deep = 200000;
  const std::string path =
      folder.write("deep.json", std::string(deep, '[') + std::string(deep, ']'));
  EXPECT_THAT(message_of([&] { (void)load_settings(path); }),
              HasSubstr("deep.json: is nested more than 32 levels deep"));
}

TEST(JsonReader, reads_numbers_that_json_does_not_have) {
  const JsonReader in("f.json", R"({"x": [1, -2.5, "nan", "inf", "-inf"], "n": 7, "b": true})");
  const std::vector<double> x = in["x"].numbers();
  EXPECT_EQ(x[1], -2.5);
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(x[3], HUGE_VAL);
  EXPECT_EQ(x[4], -HUGE_VAL);
  EXPECT_EQ(in["n"].integer(), 7);
  EXPECT_TRUE(in["b"].flag());
  EXPECT_FALSE(in.has("none"));
  EXPECT_FALSE(in["x"].has("n"));
}

TEST(JsonReader, names_the_place_of_what_it_refuses) {
  const JsonReader in("f.json", R"({"a": {"x": ["word", 1.5, -3, null]}})");
  const auto said = [&](auto&& read) { return message_of([&] { (void)read(in["a"]["x"]); }); };
  EXPECT_EQ(said([](const JsonReader& x) { return x.numbers(); }),
            "f.json: /a/x/0: expected a number, found \"word\"");
  EXPECT_EQ(said([](const JsonReader& x) { return x.items()[1].integer(); }),
            "f.json: /a/x/1: expected an integer, found 1.5");
  EXPECT_EQ(said([](const JsonReader& x) { return x.texts(); }),
            "f.json: /a/x/1: expected a text, found 1.5");
  EXPECT_EQ(said([](const JsonReader& x) { return x.items()[3].flag(); }),
            "f.json: /a/x/3: expected true or false, found null");
  EXPECT_THAT(said([](const JsonReader& x) { return x["y"]; }),
              HasSubstr("/a/x: expected an object with the entry 'y', found [\"word\""));
}

}  // namespace
}  // namespace ricochet
