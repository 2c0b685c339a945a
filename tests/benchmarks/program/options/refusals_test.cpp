#include "program/options/refusals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using testing::ElementsAre;

TEST(Refusals, share_a_line_where_they_share_a_reason) {
  EXPECT_THAT(lines_of({{"a", "no"}, {"b", "never"}, {"c", "no"}}),
              ElementsAre("a, c: no", "b: never"));
}

}  // namespace
}  // namespace ricochet::cli
