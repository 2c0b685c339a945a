#include "program/text_table.hpp"

#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

TEST(TextTable, aligns_columns_and_is_markdown) {
  TextTable table({"name", "n"}, "<>");
  table.add({"a", "10"});
  EXPECT_EQ(table.text(), "| name |  n |\n|------|---:|\n| a    | 10 |\n");
}

}  // namespace
}  // namespace ricochet::cli
