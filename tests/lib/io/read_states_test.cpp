#include "ricochet/io/read_states.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::message_of;
using support::ScratchFolder;

using testing::HasSubstr;

TEST(ReadStates, finds_columns_by_name_and_ignores_others) {
  const ScratchFolder folder;
  const std::string path = folder.write(
      "in.csv", "\xEF\xBB\xBF# a comment\r\nnote, p0 ,t,q0\r\n\"a, \"\"b\"\"\",3,+1,-2e0\r\n\r\n");
  const std::vector<State> states = read_states(path, 1);
  ASSERT_EQ(states.size(), 1U);
  EXPECT_EQ(states[0].t, 1.0);
  EXPECT_EQ(states[0].q[0], -2.0);
  EXPECT_EQ(states[0].p[0], 3.0);
}

TEST(ReadStates, reads_a_last_row_without_its_line_end) {
  const ScratchFolder folder;
  EXPECT_EQ(read_states(folder.write("in.csv", "t,q0,p0\n0,1,2"), 1).size(), 1U);
  EXPECT_TRUE(read_states(folder.write("empty.csv", "t,q0,p0\n"), 1).empty());
}

TEST(ReadStates, names_file_and_cause_of_what_cannot_be_read) {
  const ScratchFolder folder;
  EXPECT_THAT(message_of([&] { (void)read_states(folder.path("none.csv"), 1); }),
              HasSubstr("none.csv: cannot be read: No such file"));
  EXPECT_THAT(message_of([&] { (void)read_states(folder.path("."), 1); }),
              HasSubstr("is a folder, not a file"));
}

}  // namespace
}  // namespace ricochet
