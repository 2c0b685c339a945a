#include "program/show/show_list.hpp"

#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ricochet
