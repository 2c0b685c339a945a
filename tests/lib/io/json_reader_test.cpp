#include "ricochet/io/checkpoint.hpp"
#include "support/checkpoints.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ricochet
