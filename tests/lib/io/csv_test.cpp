#include "ricochet/io/csv.hpp"

#include "ricochet/io/read_states.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace ricochet {
namespace {

using support::content_of;
using support::message_of;
using support::ScratchFolder;

using testing::HasSubstr;

System two_walls() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "two walls",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"wall, left", q(0)}, {"floor 0", q(1)}}});
}

TEST(Csv, writes_a_trajectory_that_is_read_back_bit_for_bit) {
  const ScratchFolder folder;
  const std::string path = folder.path("run.csv");
  const State awkward{.t = 0.1 + 0.2,
                      .q = Vector{{-0.0, std::numeric_limits<double>::denorm_min()}},
                      .p = Vector{{1.0 / 3.0, -std::numeric_limits<double>::max()}}};
  CsvWriter file(path, trajectory_header(2));
  file.write(trajectory_row(awkward));
  file.close();

  EXPECT_THAT(content_of(path), HasSubstr("t,q0,q1,p0,p1\n"));
  const State back = read_states(path, 2).at(0);
  EXPECT_EQ(back.t, awkward.t);
  EXPECT_EQ(back.q, awkward.q);
  EXPECT_TRUE(std::signbit(back.q[0]));
  EXPECT_EQ(back.p, awkward.p);
}

TEST(Csv, writes_one_row_per_impact_with_names_as_single_words) {
  Step step;
  EXPECT_EQ(events_rows(two_walls(), 3, step), "");
  step.impacts.push_back({.t = 0.25,
                          .alpha = 0.5,
                          .constraints = {0, 1},
                          .impulse = Vector{{1.0, 2.0}},
                          .energy_minus = 3.0,
                          .energy_plus = 4.0});
  EXPECT_EQ(events_rows(two_walls(), 3, step), "3,0.25,0.5,\"wall,_left floor_0\",1 2,3,4\n");
}

TEST(Csv, writes_contact_sets_as_indices_separated_by_spaces) {
  Step step{.contacts = {.predicted = {0, 2}, .smooth = {2}, .weak = {0}}};
  step.report.certificate.dynamics = 0.5;
  EXPECT_EQ(contacts_row(7, 0.25, step), "7,0.25,0 2,2,,0,0.5\n");
}

TEST(Csv, is_visible_after_a_flush) {
  const ScratchFolder folder;
  CsvWriter file(folder.path("run.csv"), "t");
  file.flush();
  EXPECT_EQ(content_of(folder.path("run.csv")), "t\n");
}

TEST(Csv, continues_after_the_rows_to_keep) {
  const ScratchFolder folder;
  const std::string path = folder.write("run.csv", "t,q0,p0\n0,1,2\n1,1,2\n2,1,2\n");
  const KeptRows kept = first_rows(path, "t,q0,p0", 2);
  EXPECT_EQ(kept.rows, 2);
  EXPECT_EQ(kept.last_row, "1,1,2\n");
  CsvWriter file(path, kept.bytes);
  file.write("9,9,9\n");
  file.close();
  EXPECT_EQ(content_of(path), "t,q0,p0\n0,1,2\n1,1,2\n9,9,9\n");
}

TEST(Csv, cuts_steps_at_and_beyond_the_one_to_resume_and_torn_rows) {
  const ScratchFolder folder;
  const std::string path = folder.write("events.csv", "step,x\n0,a\n0,b\n2,c\n3,d\n4,");
  CsvWriter file(path, rows_before_step(path, "step,x", 3).bytes);
  file.close();
  EXPECT_EQ(content_of(path), "step,x\n0,a\n0,b\n2,c\n");
}

TEST(Csv, refuses_to_continue_the_file_of_another_run) {
  const ScratchFolder folder;
  const std::string path = folder.write("run.csv", "t,q0,p0\n0,1,2\n");
  EXPECT_THAT(message_of([&] { (void)first_rows(path, "t,q0,p0", 2); }),
              HasSubstr("has 1 rows, but the run to resume wrote 2"));
  EXPECT_THAT(message_of([&] { (void)first_rows(path, "t,q0,q1,p0,p1", 1); }),
              HasSubstr("its first line is not 't,q0,q1,p0,p1'"));
}

}  // namespace
}  // namespace ricochet
