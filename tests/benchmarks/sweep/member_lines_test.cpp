#include "sweep/member_lines.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::ScratchFolder;
using testing::HasSubstr;

TEST(MemberLines, have_member_sign_and_place) {
  const ScratchFolder folder;
  const std::string path = folder.write("s.csv", "member,g,sweep\n7,\"a,b\",ab/9\n3,1,ab/9\n5,2,a");
  const MemberLines table(path);
  EXPECT_EQ(table.header(), "member,g,sweep");
  EXPECT_TRUE(table.cut_off());
  ASSERT_EQ(table.lines().size(), 2U);
  EXPECT_EQ(table.lines()[0].member, 7U);
  EXPECT_EQ(table.lines()[0].sign, "ab/9");
  EXPECT_EQ(table.place(table.lines()[1]), path + ":3");
  std::vector<MemberLine> lines = table.lines();
  sort_by_member(lines);
  EXPECT_EQ(table_of(table.header(), lines), "member,g,sweep\n3,1,ab/9\n7,\"a,b\",ab/9\n");
}

TEST(MemberLines, of_an_empty_file_are_none) {
  const ScratchFolder folder;
  EXPECT_EQ(MemberLines(folder.write("s.csv", "")).header(), "");
  const std::string begun = folder.write("t.csv", "member,g");
  const MemberLines table(begun);
  EXPECT_EQ(table.header(), "");
  EXPECT_TRUE(table.cut_off());
}

TEST(MemberLines, are_those_of_sweeps) {
  const ScratchFolder folder;
  for (const char* row : {"x,1,ab/9", "1,1,ab", "1,1,ab/", "1,1,ab/x", "1"}) {
    const std::string path = folder.write("s.csv", std::string("member,g,sweep\n") + row + "\n");
    EXPECT_THAT(support::message_of([&] { const MemberLines table(path); }),
                HasSubstr("s.csv:2: is no row of a table of a sweep"))
        << row;
  }
}

TEST(MembersOfSign, is_the_number_behind_the_slash) {
  EXPECT_EQ(members_of_sign("b1c541963b7fdcf4/100"), 100U);
  EXPECT_EQ(members_of_sign("b1c541963b7fdcf4"), 0U);
  EXPECT_EQ(members_of_sign(""), 0U);
}

}  // namespace
}  // namespace ricochet::cli
