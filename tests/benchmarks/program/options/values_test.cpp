#include "program/options/values.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(Word, is_quoted_where_a_shell_would_take_it_apart) {
  EXPECT_EQ(as_word("results/run-1.json"), "results/run-1.json");
  EXPECT_EQ(as_word("my run.json"), "'my run.json'");
  EXPECT_EQ(as_word("it's"), "'it'\\''s'");
  EXPECT_EQ(as_word("$(x)"), "'$(x)'");
  EXPECT_EQ(as_word(""), "''");
}

}  // namespace
}  // namespace ricochet::cli
