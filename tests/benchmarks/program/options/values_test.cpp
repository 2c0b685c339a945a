#include "program/options/values.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::HasSubstr;

TEST(Word, is_quoted_where_a_shell_would_take_it_apart) {
  EXPECT_EQ(as_word("results/run-1.json"), "results/run-1.json");
  EXPECT_EQ(as_word("my run.json"), "'my run.json'");
  EXPECT_EQ(as_word("it's"), "'it'\\''s'");
  EXPECT_EQ(as_word("$(x)"), "'$(x)'");
  EXPECT_EQ(as_word(""), "''");
}

TEST(Number, is_all_of_a_word) {
  EXPECT_EQ(number("--x", "-2.5e-1"), -0.25);
  EXPECT_EQ(number("--x", "+.5"), 0.5);
  for (const std::string wrong :
       {"", " 1", "1 ", "1mm", "0x10", "--1", "++1", "+-1", "1e999", "nan"})
    EXPECT_THAT(message_of([&] { (void)number("--x", wrong); }),
                HasSubstr("--x: expected a finite number, not '" + wrong + "'"));
  EXPECT_THAT(message_of([] { (void)positive_number("--x", "0"); }), HasSubstr("number > 0"));
}

TEST(Count, is_whole_and_fits) {
  EXPECT_EQ(count("--x", "9223372036854775807"), 9223372036854775807L);
  for (const std::string wrong : {"9223372036854775808", "-1", "1.0", "1e3", "+-0", ""})
    EXPECT_THAT(message_of([&] { (void)count("--x", wrong); }),
                HasSubstr("--x: expected a whole number >= 0, not '" + wrong + "'"));
}

TEST(Numbers, are_separated_by_single_commas) {
  EXPECT_EQ(numbers("--x", "1,-2.5,3e-4"), (std::vector<double>{1.0, -2.5, 3e-4}));
  EXPECT_EQ(numbers("--x", "1").size(), 1U);
  for (const char* wrong : {"1,,2", "1,", ",1", "1;2"})
    EXPECT_THROW((void)numbers("--x", wrong), std::invalid_argument) << wrong;
}

TEST(Assignment, has_a_name_and_a_number) {
  EXPECT_EQ(assignment("--set", "mass=-1e-3"), (std::pair<std::string, double>{"mass", -1e-3}));
  for (const char* wrong : {"mass", "=1", ""})
    EXPECT_THAT(message_of([&] { (void)assignment("--set", wrong); }),
                HasSubstr("--set: expected name=value"));
  EXPECT_THAT(message_of([] { (void)assignment("--set", "a=b=1"); }),
              HasSubstr("--set a: expected a finite number, not 'b=1'"));
}

}  // namespace
}  // namespace ricochet::cli
