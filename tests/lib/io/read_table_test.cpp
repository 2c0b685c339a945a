#include "ricochet/io/read_table.hpp"

#include "ricochet/io/read_states.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::message_of;
using support::ScratchFolder;
using testing::HasSubstr;

std::string complaint_about(const std::string& content) {
  const ScratchFolder folder;
  const std::string path = folder.write("in.csv", content);
  return message_of([&] { (void)read_states(path, 1); });
}

TEST(ReadStates, names_missing_and_doubled_columns) {
  EXPECT_THAT(complaint_about(""), HasSubstr("in.csv: is empty; the first line must name"));
  EXPECT_THAT(complaint_about("t,q0\n"),
              HasSubstr("in.csv:1: the column 'p0' is missing; the first "
                        "line must name t,q0,p0"));
  EXPECT_THAT(complaint_about("t,q0,p0,q0\n"), HasSubstr("in.csv:1: the column 'q0' occurs twice"));
}

TEST(ReadStates, names_line_and_column_of_a_bad_number) {
  EXPECT_THAT(complaint_about("t,q0,p0\n0,1,2\n0,1,x\n"),
              HasSubstr("in.csv:3: column 'p0': 'x' is not a number"));
  EXPECT_THAT(complaint_about("t,q0,p0\n0,1.5mm,2\n"), HasSubstr("'1.5mm' is not a number"));
  EXPECT_THAT(complaint_about("t,q0,p0\n0,,2\n"), HasSubstr("column 'q0': '' is empty"));
  EXPECT_THAT(complaint_about("t,q0,p0\n0,1e999,2\n"), HasSubstr("outside the range"));
}

TEST(ReadStates, refuses_rows_that_are_not_finite) {
  EXPECT_THAT(complaint_about("t,q0,p0\n0,1,2\n0,nan,2\n"),
              HasSubstr("in.csv:3: column 'q0': 'nan' is not finite; remove the row"));
  EXPECT_THAT(complaint_about("t,q0,p0\n-inf,1,2\n"), HasSubstr("'-inf' is not finite"));
}

TEST(ReadStates, names_the_line_with_a_wrong_number_of_fields) {
  EXPECT_THAT(complaint_about("t,q0,p0\n0,1\n"),
              HasSubstr("in.csv:2: expected 3 fields as in the first line, found 2"));
  EXPECT_THAT(complaint_about("t,q0,p0\n0,1,\"2\n"), HasSubstr("double quote is not closed"));
}

TEST(ReadTable, hands_over_the_fields_asked_for_in_their_order) {
  const ScratchFolder folder;
  const std::string path = folder.write("in.csv", "a, b ,c\n# no row\n1,\"x, \"\"y\"\"\",2 -3\n");
  EXPECT_EQ(columns_of(path), (std::vector<std::string>{"a", "b", "c"}));
  int rows = 0;
  read_table(path, {"c", "b"}, [&](const TableRow& row) {
    ++rows;
    EXPECT_EQ(row.numbers(0), (std::vector<double>{2.0, -3.0}));
    EXPECT_EQ(row.text(1), "x, \"y\"");
    EXPECT_THAT(message_of([&] { (void)row.number(0); }),
                HasSubstr("in.csv:3: column 'c': '2 -3' is not a number"));
  });
  EXPECT_EQ(rows, 1);
  EXPECT_TRUE(columns_of(folder.write("empty.csv", "")).empty());
}

TEST(ReadTable, takes_one_sign_of_a_number) {
  EXPECT_EQ(complaint_about("t,q0,p0\n+0,-1,+2\n"), "nothing was thrown");
  EXPECT_THAT(complaint_about("t,q0,p0\n0,+-1,2\n"), HasSubstr("'+-1' is not a number"));
}

}  // namespace
}  // namespace ricochet
