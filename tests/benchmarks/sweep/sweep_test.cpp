#include "support/program.hpp"
#include "support/shell.hpp"
#include "support/sweeps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

/// The command: parts, job arrays, processes that are killed, pictures.

namespace ricochet {
namespace {

using support::column_of;
using support::content_of;
using support::Ended;
using support::lines_of_file;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using support::shell;
using support::without_seconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string small =
    "$R sweep pogo --grid gravity=1:20:5 --random 'mass=uniform(0.5,2)' --samples 4 --seed 7 "
    "--steps 60 --stepper collision --slow-impact contact --quiet ";

TEST(SweepCommand, says_what_it_made) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program(
      {"sweep", "pogo", "--grid", "gravity=1:20:3", "--steps", "9", "--out", folder.path("s.csv")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("'pogo': 3 of 3 members made, 0 failed"));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(lines_of_file(folder.path("s.csv")).size(), 4U);
}

TEST(SweepCommand, joins_parts_into_the_table_of_one_run) {
  const ScratchFolder folder;
  const Ended ended =
      shell(folder, small + "--out s.csv --impacts i.csv --jobs 2\n" + "for k in 1 2 3; do " +
                        small + "--out s$k.csv --impacts i$k.csv --part $k/3; done\n" +
                        "$R sweep --join s3.csv s1.csv s2.csv --out s_joined.csv\n" +
                        "$R sweep --join i3.csv i1.csv i2.csv --out i_joined.csv --quiet");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "s_joined.csv: 20 members from 3 tables\n");
  EXPECT_TRUE(without_seconds(folder.path("s_joined.csv")) ==
              without_seconds(folder.path("s.csv")));
  EXPECT_TRUE(content_of(folder.path("i_joined.csv")) == content_of(folder.path("i.csv")));
  EXPECT_GT(lines_of_file(folder.path("i.csv")).size(), 20U);
  EXPECT_NE(lines_of_file(folder.path("s1.csv")).size(),
            lines_of_file(folder.path("s.csv")).size());
}

TEST(SweepCommand, makes_the_part_of_a_job_array) {
  const ScratchFolder folder;
  const Ended ended = shell(
      folder,
      small +
          "--out s.csv\n"
          "unset SLURM_ARRAY_TASK_ID OMPI_COMM_WORLD_RANK\n"
          "for id in 0 1; do SLURM_ARRAY_TASK_ID=$id SLURM_ARRAY_TASK_MIN=0 "
          "SLURM_ARRAY_TASK_MAX=1 " +
          small +
          "--out a$id.csv --part auto; done\n"
          "for rank in 0 1; do OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=2 " +
          small +
          "--out b$rank.csv --part auto; done\n"
          "$R sweep --join a0.csv a1.csv --out a.csv; $R sweep --join b0.csv b1.csv --out b.csv");
  EXPECT_EQ(ended.code, 0) << ended.err;
  for (const char* joined : {"a.csv", "b.csv"})
    EXPECT_TRUE(without_seconds(folder.path(joined)) == without_seconds(folder.path("s.csv")));
  const Ended nowhere = shell(folder, small + "--out c.csv --part auto");
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("the environment has no job array"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("c.csv")));
}

/// Members that are missing although later ones are there were under way.
size_t gaps_in(const std::string& path) {
  std::set<long> there;
  for (const std::string& member : column_of(path, "member")) there.insert(std::stol(member));
  return there.empty() ? 0 : static_cast<size_t>(*there.rbegin()) + 1 - there.size();
}

TEST(SweepCommand, that_is_killed_loses_members_under_way_only_and_goes_on) {
  const ScratchFolder folder;
  const std::string line =
      "$R sweep pogo --grid gravity=1:20:600 --stepper collision --slow-impact contact --steps "
      "1500 --jobs 3 --quiet ";
  ASSERT_EQ(shell(folder, line + "--out s.csv --impacts i.csv").code, 0);
  const Ended killed = shell(folder, line +
                                         "--out k.csv --impacts ki.csv & pid=$!\n"
                                         "until [ -e k.csv ] && [ $(wc -l <k.csv) -gt 40 ]; do "
                                         "sleep 0.005; done\n"
                                         "kill -9 $pid; wait $pid; code=$?; cp k.csv cut.csv; "
                                         "exit $code");
  EXPECT_EQ(killed.code, 137);
  const size_t done = lines_of_file(folder.path("cut.csv")).size() - 1;
  EXPECT_GT(done, 39U);
  EXPECT_LT(done, 600U) << "it was over before it was killed";
  EXPECT_LE(gaps_in(folder.path("cut.csv")), 3U);
  const Ended resumed = shell(folder, line + "--out k.csv --impacts ki.csv --resume");
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(without_seconds(folder.path("k.csv")) == without_seconds(folder.path("s.csv")));
  EXPECT_TRUE(content_of(folder.path("ki.csv")) == content_of(folder.path("i.csv")));
  const Ended other = shell(folder, line + "--out k.csv --impacts ki.csv --resume --set mass=2");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("k.csv:2: belongs to another sweep"));
}

TEST(SweepCommand, that_is_stopped_keeps_what_is_done) {
  const ScratchFolder folder;
  const std::string line =
      "$R sweep pogo --grid gravity=1:20:600 --stepper collision --slow-impact contact --steps "
      "1500 --jobs 2 --quiet ";
  const Ended stopped = shell(folder, line +
                                          "--out k.csv & pid=$!\n"
                                          "until [ -e k.csv ] && [ $(wc -l <k.csv) -gt 20 ]; do "
                                          "sleep 0.005; done\n"
                                          "kill -INT $pid; wait $pid");
  EXPECT_EQ(stopped.code, 130);
  EXPECT_THAT(stopped.err, HasSubstr("error: stopped on request after "));
  EXPECT_THAT(stopped.err, HasSubstr("Resume with the same command and --resume."));
  const std::vector<std::string> members = column_of(folder.path("k.csv"), "member");
  EXPECT_GT(members.size(), 19U);
  EXPECT_LT(members.size(), 600U);
  for (const std::string& status : column_of(folder.path("k.csv"), "status"))
    EXPECT_EQ(status, "converged");
  ASSERT_EQ(shell(folder, line + "--out s.csv").code, 0);
  EXPECT_EQ(shell(folder, line + "--out k.csv --resume").code, 0);
  EXPECT_TRUE(without_seconds(folder.path("k.csv")) == without_seconds(folder.path("s.csv")));
}

TEST(SweepCommand, that_is_complete_may_be_resumed) {
  const ScratchFolder folder;
  const std::vector<std::string> words = {"sweep",   "pogo", "--grid", "gravity=1:20:3",
                                          "--steps", "9",    "--out",  folder.path("s.csv"),
                                          "--resume"};
  EXPECT_EQ(ricochet_program(words).code, 0);
  const std::string first = content_of(folder.path("s.csv"));
  const Outcome again = ricochet_program(words);
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.out, HasSubstr("0 of 3 members made, 3 were there before"));
  EXPECT_EQ(content_of(folder.path("s.csv")), first);
}

TEST(SweepCommand, reports_a_full_disk_and_members_that_fail) {
  const ScratchFolder folder;
  const Ended full = shell(folder,
                           "(ulimit -f 1; $R sweep pogo --grid gravity=1:20:400 --steps 9 --out "
                           "s.csv --quiet) 2>&1 | cat; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(full.code, 4) << full.out;
  EXPECT_THAT(full.out, HasSubstr("go on with --resume"));
  const Outcome some = ricochet_program(
      {"sweep", "pogo", "--grid", "start.q1=-1,1", "--steps", "9", "--out", folder.path("t.csv")});
  EXPECT_EQ(some.code, 0);
  EXPECT_THAT(some.err, HasSubstr("warning: 1 of 2 members failed; the first is member 0: "));
  const Outcome all = ricochet_program(
      {"sweep", "pogo", "--grid", "start.q1=-1,-2", "--steps", "9", "--out", folder.path("t.csv")});
  EXPECT_EQ(all.code, 3) << "none is of use";
}

TEST(SweepCommand, draws_runs_impacts_and_joined_tables) {
  const ScratchFolder folder;
  const Ended ended = shell(
      folder,
      "$R sweep pogo --grid gravity=1:20:5 --steps 60 --out s.csv --plot s.svg --plot-of q1 "
      "--quiet\n"
      "$R sweep pogo --grid gravity=1:20:5 --stepper collision --steps 60 --out t.csv --impacts "
      "i.csv --plot i.svg --quiet\n"
      "$R sweep --join s.csv --out j.csv --plot j.svg --plot-of q1 --quiet");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_THAT(content_of(folder.path("s.svg")), HasSubstr("gravity [m/s^2]"));
  EXPECT_THAT(content_of(folder.path("i.svg")), HasSubstr("speed of approach"));
  EXPECT_THAT(content_of(folder.path("j.svg")), HasSubstr("gravity"));
  const Outcome nothing = ricochet_program({"sweep", "pogo", "--grid", "gravity=1,2", "--steps",
                                            "1", "--out", folder.path("s.csv"), "--impacts",
                                            folder.path("i.csv"), "--plot", folder.path("n.svg")});
  EXPECT_EQ(nothing.code, 0);
  EXPECT_THAT(nothing.err, HasSubstr("warning: no picture"));
  EXPECT_THAT(nothing.out, AllOf(HasSubstr("i.csv"), Not(HasSubstr("n.svg"))));
}

struct Refused {
  std::vector<std::string> words;
  std::string complaint;
};

TEST(SweepCommand, refuses_before_it_works) {
  const ScratchFolder folder;
  const std::string out = folder.path("s.csv");
  const std::vector<Refused> all = {
      {{"sweep"}, "PROBLEM|PART.csv is required"},
      {{"sweep", "pogo", "--out", out}, "nothing is swept"},
      {{"sweep", "pogo", "--grid", "gravity=1:2:2"}, "--out FILE.csv is needed"},
      {{"sweep", "pogo", "--grid", "gravity=1:2:0", "--out", out}, "the grid is empty"},
      {{"sweep", "pogo", "--grid", "gravty=1:2:2", "--out", out}, "did you mean 'gravity'?"},
      {{"sweep", "pog", "--grid", "gravity=1:2:2", "--out", out}, "did you mean 'pogo'?"},
      {{"sweep", "pogo", "--gird", "gravity=1:2:2"}, "did you mean '--grid'?"},
      {{"sweep", "pogo", "--grid", "gravity=1,2", "--part", "3/2", "--out", out}, "not '3/2'"},
      {{"sweep", "pogo", "--grid", "gravity=1,2", "--impacts-after", "-1", "--out", out},
       "--impacts-after: expected a time >= 0 s, not '-1'"},
      {{"sweep", "pogo", "--grid", "gravity=1,2", "--q0", "1", "--out", out}, "2 coordinates"},
      {{"sweep", "pogo", "--grid", "gravity=1,2", "--resume", "--join", "--out", out},
       "--join: joins tables that are there"},
      {{"sweep", "--join", "a.csv"}, "--join: --out FILE.csv is needed"},
      {{"sweep", "--join", out, "--out", out}, "is a part and would be written"},
      {{"sweep", "--join", folder.path("a.csv"), "--out", out}, "a.csv: cannot be read"}};
  for (const Refused& refused : all) {
    const Outcome outcome = ricochet_program(refused.words);
    EXPECT_EQ(outcome.code, 2) << refused.complaint;
    EXPECT_THAT(outcome.err, HasSubstr(refused.complaint));
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_EQ(folder.files(), 0U);
}

TEST(SweepCommand, shows_its_progress_on_a_terminal) {
  const ScratchFolder folder;
  const Ended ended =
      support::on_terminal(folder, "$R sweep pogo --grid gravity=1:20:60 --steps 2000 --out s.csv");
  EXPECT_THAT(ended.out, HasSubstr("members/s"));
  EXPECT_THAT(ended.out, HasSubstr("60 of 60 members made"));
  EXPECT_THAT(shell(folder, "$R sweep pogo --grid gravity=1:2:2 --steps 9 --out s.csv").err,
              Not(HasSubstr("members/s")));
}

/// The steady amplitude of the impact oscillator is F / sqrt((k - m w^2)^2 + (c w)^2) [m].
double amplitude(double frequency) {
  const double w = 2.0 * std::numbers::pi * frequency;
  return 1.0 / std::hypot(40.0 - w * w, 0.6 * w);
}

/// The lowest frequency of a grid with impacts later than 20 s.
double first_grazing(double distance) {
  const ScratchFolder folder;
  const std::string out = folder.path("i.csv");
  const Outcome outcome = ricochet_program(
      {"sweep", "impact-oscillator", "--set", "distance=" + std::to_string(distance), "--grid",
       "frequency=0.7125:0.7175:11", "--time", "40", "--out", folder.path("s.csv"), "--impacts",
       out, "--impacts-after", "20", "--quiet"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::vector<std::string> touching = column_of(out, "frequency");
  return touching.empty() ? 0.0 : std::stod(touching.front());
}

TEST(SweepCommand, finds_the_first_grazing_of_the_impact_oscillator) {
  constexpr double step = 0.0005;
  double exact = 0.7;
  while (amplitude(exact) < 0.05) exact += 1e-7;
  EXPECT_NEAR(first_grazing(0.05), exact, step);
  EXPECT_GT(std::abs(first_grazing(0.049) - exact), 2.0 * step) << "control: a nearer wall";
}

}  // namespace
}  // namespace ricochet
