#include "ricochet/io/read_events.hpp"

#include "ricochet/io/csv.hpp"
#include "ricochet/system.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::message_of;
using support::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

std::string complaint_about(const std::string& rows) {
  const ScratchFolder folder;
  const std::string path = folder.write("in.csv", events_header() + "\n" + rows);
  return message_of([&] { (void)read_events(path); });
}

TEST(ReadEvents, reads_what_a_run_writes) {
  const Expr q = Expr::sym("q", 2);
  const System system({.name = "corner",
                       .q = q,
                       .M = Expr::eye(2),
                       .V = 0.0,
                       .g = {{"the floor, \"left\"", q(1)}, {"wall", q(0)}}});
  const Step made{
      .impacts = {
          {.t = 0.125, .alpha = 0.5, .constraints = {0, 1}, .impulse = Vector{{2.0, 0.1}}}}};
  const ScratchFolder folder;
  const std::string path =
      folder.write("events.csv", events_header() + "\n" + events_rows(system, 7, made));
  const std::vector<EventRow> events = read_events(path);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].step, 7);
  EXPECT_EQ(events[0].t, 0.125);
  EXPECT_THAT(events[0].constraints, ElementsAre("the_floor,_\"left\"", "wall"));
  EXPECT_THAT(events[0].impulse, ElementsAre(2.0, 0.1));
}

TEST(ReadEvents, names_the_line_of_what_is_wrong) {
  EXPECT_THAT(complaint_about("1,0,0,floor,1,0,0\n-1,0,0,floor,1,0,0\n"),
              HasSubstr("in.csv:3: column 'step': expected a whole number >= 0, not '-1'"));
  EXPECT_THAT(complaint_about("1,0,0,floor wall,1,0,0\n"),
              HasSubstr("in.csv:2: names 2 constraints, but 1 impulses"));
  EXPECT_THAT(complaint_about("1,0,0,floor,one,0,0\n"), HasSubstr("'one' is not a number"));
  EXPECT_THAT(complaint_about("1,0,0,flo"), HasSubstr("expected 7 fields"));
}

}  // namespace
}  // namespace ricochet
