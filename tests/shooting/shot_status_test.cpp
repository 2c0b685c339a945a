#include "ricochet/shooting/shot_status.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ricochet {
namespace {

TEST(ShotStatus, has_a_name_and_a_cure_each) {
  std::set<std::string> names;
  for (const ShotStatus status : all_shot_statuses()) {
    names.insert(to_string(status));
    EXPECT_GT(explain(status).size(), 20u);
  }
  EXPECT_EQ(names.size(), all_shot_statuses().size());
  EXPECT_EQ(names.size(), 10u);
}

}  // namespace
}  // namespace ricochet
