#include "sweep/join.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::message_of;
using support::ScratchFolder;
using testing::HasSubstr;

class Join : public testing::Test {
 protected:
  [[nodiscard]] std::string part(const std::string& name, const std::string& rows,
                                 const std::string& header = "member,g,status,sweep") const {
    return folder_.write(name, header + "\n" + rows);
  }
  static std::string complaint(const std::vector<std::string>& files) {
    return message_of([&] { (void)join_parts(files); });
  }

  const ScratchFolder folder_;
  const std::string a_ = part("a.csv", "0,1,ok,ab/4\n1,2,ok,ab/4\n"),
                    b_ = part("b.csv", "3,4,ok,ab/4\n2,3,ok,ab/4\n");
};

TEST_F(Join, puts_the_members_of_all_parts_in_order) {
  const Joined joined = join_parts({b_, a_});
  EXPECT_EQ(joined.rows, 4U);
  EXPECT_FALSE(joined.impacts);
  EXPECT_EQ(joined.table,
            "member,g,status,sweep\n0,1,ok,ab/4\n1,2,ok,ab/4\n2,3,ok,ab/4\n3,4,ok,ab/4\n");
  const std::string empty = part("empty.csv", "");
  EXPECT_EQ(join_parts({a_, empty, b_}).table, joined.table) << "a part may have no member";
}

TEST_F(Join, joins_impacts_in_the_order_that_they_have) {
  const std::string header = "member,g,impact,time,sweep";
  const std::string one = part("1.csv", "0,1,0,3,ab/4\n0,1,1,5,ab/4\n", header),
                    two = part("2.csv", "3,4,0,2,ab/4\n3,4,1,4,ab/4\n", header);
  const Joined joined = join_parts({two, one});
  EXPECT_TRUE(joined.impacts);
  EXPECT_EQ(joined.table, header + "\n0,1,0,3,ab/4\n0,1,1,5,ab/4\n3,4,0,2,ab/4\n3,4,1,4,ab/4\n");
  const std::string again = part("3.csv", "0,1,0,3,ab/4\n", header);
  EXPECT_THAT(complaint({one, two, again}), HasSubstr("3.csv:2: member 0 is also in"));
}

TEST_F(Join, refuses_missing_and_overlapping_parts) {
  EXPECT_THAT(complaint({a_}), HasSubstr("2 of 4 members are missing, the first of them is "
                                         "member 2; name all parts"));
  EXPECT_THAT(complaint({a_, part("c.csv", "1,2,ok,ab/4\n"), b_}),
              HasSubstr("c.csv:2: member 1 is also in " + a_ + ":3; give each part once"));
  EXPECT_THAT(complaint({a_, a_, b_}), HasSubstr("is named twice; give each part once"));
  EXPECT_THAT(complaint({part("d.csv", "")}), HasSubstr("the tables have no row"));
}

TEST_F(Join, refuses_parts_of_other_sweeps_and_other_files) {
  EXPECT_THAT(complaint({a_, part("c.csv", "2,3,ok,cd/4\n")}),
              HasSubstr("c.csv:2: belongs to another sweep than " + a_ +
                        ": 'cd/4', expected 'ab/4'; join parts that differ in --part only"));
  EXPECT_THAT(complaint({a_, part("c.csv", "2,3,ok,ab/4\n", "member,m,status,sweep")}),
              HasSubstr("c.csv:1: belongs to another sweep than"));
  EXPECT_THAT(complaint({a_, folder_.write("t.csv", "t,q0,p0\n0,1,0\n")}),
              HasSubstr("is no row of a table of a sweep"));
  EXPECT_THAT(complaint({a_, folder_.write("t.csv", "t,q0,p0\n")}),
              HasSubstr("t.csv:1: is no table of a sweep: its columns are 't,q0,p0'"));
  EXPECT_THAT(complaint({a_, folder_.write("e.csv", "")}), HasSubstr("e.csv: is empty"));
  EXPECT_THAT(complaint({a_, folder_.path("none.csv")}), HasSubstr("none.csv: cannot be read"));
  EXPECT_THAT(complaint({a_, part("c.csv", "2,3,ok,ab/4\n3,4,o")}),
              HasSubstr("c.csv: its last row was cut off; make the part again, with --resume"));
  EXPECT_THAT(complaint({a_, b_, part("c.csv", "9,3,ok,ab/4\n")}),
              HasSubstr("c.csv:2: there is no member 9 in a sweep of 4"));
}

}  // namespace
}  // namespace ricochet::cli
