#include "sweep/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ricochet::cli {
namespace {

TEST(Digest, tells_texts_apart_and_where_they_end) {
  const auto of = [](const char* a, const char* b) { return Digest().add(a).add(b).value(); };
  EXPECT_EQ(of("mass", "1"), of("mass", "1"));
  EXPECT_NE(of("mass", "1"), of("mass1", ""));
  EXPECT_NE(of("mass", "1"), of("1", "mass"));
  std::set<std::uint64_t> values;
  for (int i = 0; i < 10000; ++i) values.insert(Digest().add(std::to_string(i)).value());
  EXPECT_EQ(values.size(), 10000U);
}

}  // namespace
}  // namespace ricochet::cli
