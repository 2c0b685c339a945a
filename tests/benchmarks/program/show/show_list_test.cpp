#include "program/show/show_list.hpp"

#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::ricochet_program;
using testing::HasSubstr;
using testing::Not;

TEST(ShowLongLists, leaves_out_the_middle_unless_asked_for_all) {
  const std::vector<std::string> words = {"show", "disc-box", "--set", "n=10"};
  const std::string part = ricochet_program(words).out;  // 45 pairs, 40 walls
  EXPECT_THAT(part, HasSubstr("\n  19  discs 2-5: "));
  EXPECT_THAT(part,
              HasSubstr("\n  ... 45 more, discs 2-6 to top 4; --all prints them\n  65  left 5: "));
  EXPECT_THAT(part, HasSubstr("\n  84  top 9: "));
  std::vector<std::string> with_all = words;
  with_all.emplace_back("--all");
  const std::string all = ricochet_program(with_all).out;
  EXPECT_THAT(all, Not(HasSubstr("more")));
  for (const char* row : {"\n   0  discs 0-1: ", "\n  20  discs 2-6: ", "\n  64  top 4: "})
    EXPECT_THAT(all, HasSubstr(row));
}

TEST(ShowLongLists, leaves_out_numbers_of_the_start) {
  const std::string part = ricochet_program({"show", "ball-chain", "--set", "n=50"}).out;
  EXPECT_THAT(part, HasSubstr("  q = 0, 1, 2, "));
  EXPECT_THAT(part, HasSubstr("18, 19, ..., 30, 31"));
}

std::vector<std::string> words(size_t count) {
  std::vector<std::string> all;
  for (size_t i = 0; i < count; ++i) all.push_back("w" + std::to_string(i));
  return all;
}

std::string printed(size_t count, bool all, std::vector<size_t>& asked) {
  std::ostringstream out;
  const auto text = [&](size_t i) {
    asked.push_back(i);
    return std::string("x");
  };
  cli::print({.names = words(count), .text = text, .numbered = true}, all, out);
  return out.str();
}

TEST(ShownList, has_40_entries_or_says_what_it_leaves_out) {
  std::vector<size_t> asked;
  EXPECT_THAT(printed(40, false, asked), Not(HasSubstr("...")));
  asked.clear();
  const std::string cut = printed(41, false, asked);
  EXPECT_THAT(cut, HasSubstr("\n  19  w19: x\n  ... 1 more, w20 to w20; --all prints them\n"
                             "  21  w21: x\n"));
  EXPECT_EQ(asked.size(), 40U) << "texts are made for what is printed only";
  EXPECT_THAT(printed(41, true, asked), HasSubstr("\n  20  w20: x\n"));
}

TEST(ShownList, sets_texts_below_each_other) {
  std::ostringstream out;
  cli::print({.names = {"a", "long"}, .text = [](size_t) { return "x"; }}, false, out);
  EXPECT_EQ(out.str(), "  a:    x\n  long: x\n");
}

TEST(JoinedWords, leave_out_the_middle_too) {
  EXPECT_EQ(cli::joined_words(words(3), false), "w0, w1, w2");
  EXPECT_THAT(cli::joined_words(words(41), false), HasSubstr("w19, ..., w21"));
  EXPECT_THAT(cli::joined_words(words(41), true), HasSubstr("w19, w20, w21"));
}

}  // namespace
}  // namespace ricochet
