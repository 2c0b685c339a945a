#include "sweep/sweep_picture.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::message_of;
using support::ScratchFolder;
using testing::HasSubstr;

class SweepPictureOf : public testing::Test {
 protected:
  /// The picture of a table with these lines.
  [[nodiscard]] std::string drawn(const std::string& lines, const std::string& column = {}) const {
    const std::string file = folder_.path("s.svg");
    draw(SweepPicture{.table = folder_.write("s.csv", lines),
                      .column = column,
                      .title = "a title",
                      .label = [](const std::string& name) { return "the " + name; }},
         file);
    return content_of(file);
  }

  const ScratchFolder folder_;
};

TEST_F(SweepPictureOf, one_name_is_a_line) {
  const std::string svg = drawn(
      "member,g,status,energy_error,sweep\n0,1,converged,0.5,a/3\n1,2,grazing,,a/3\n"
      "2,3,converged,0.25,a/3\n");
  EXPECT_THAT(svg, HasSubstr("a title"));
  EXPECT_THAT(svg, HasSubstr("the g"));
  EXPECT_THAT(svg, HasSubstr("the energy_error"));
}

TEST_F(SweepPictureOf, a_grid_of_two_names_is_a_map) {
  const std::string svg = drawn(
      "member,g,m,status,q0,sweep\n0,1,10,ok,1,a/4\n1,1,30,ok,2,a/4\n"
      "2,2,10,ok,3,a/4\n3,2,30,ok,4,a/4\n",
      "q0");
  EXPECT_THAT(svg, HasSubstr("the g"));
  EXPECT_THAT(svg, HasSubstr("the m"));
  EXPECT_THAT(svg, HasSubstr("the q0"));
}

TEST_F(SweepPictureOf, impacts_are_dots) {
  const std::string svg = drawn(
      "member,g,impact,time,speed,sweep\n0,1,0,2,0.5,a/2\n"
      "0,1,1,3,0.7,a/2\n1,2,0,3,0.1,a/2\n");
  EXPECT_THAT(svg, HasSubstr("the speed"));
}

TEST_F(SweepPictureOf, may_be_of_a_swept_name) {
  EXPECT_THAT(drawn("member,g,status,sweep\n0,1,ok,a/2\n1,2,ok,a/2\n", "g"), HasSubstr("the g"));
}

TEST_F(SweepPictureOf, refuses_columns_without_numbers) {
  const std::string table = "member,g,status,energy_error,sweep\n0,1,ok,,a/1\n";
  EXPECT_THAT(message_of([&] { (void)drawn(table); }),
              HasSubstr("the column 'energy_error' has no number to draw"));
  EXPECT_THAT(message_of([&] { (void)drawn(table, "status"); }), HasSubstr("has no number"));
  EXPECT_THAT(message_of([&] { (void)drawn(table, "statu"); }),
              HasSubstr("no column 'statu' (did you mean 'status'?)"));
}

}  // namespace
}  // namespace ricochet::cli
