// Every command ends well when it is asked to stop, when its reader has gone, when a disk is full.
#include "program/command.hpp"
#include "support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <ostream>

namespace ricochet {
namespace {

using support::Ended;
using support::ScratchFolder;
using support::shell;
using testing::HasSubstr;
using testing::Not;

const std::string starts = "(echo t,q0,q1,p0,p1; echo 0,1,0.5,1,1) >in.csv; ";

/// A short use of every command that prints something.
const std::map<std::string, std::string>& uses() {
  static const std::map<std::string, std::string> lines = {
      {"list", "$R list"},
      {"show", "$R show bowl"},
      {"run", "$R run bowl --backend newton --steps 2"},
      {"map", starts + "$R map bowl --states in.csv"},
      {"sweep", "$R sweep bowl --grid gravity=1:2:2 --steps 2 --out s.csv"},
      {"choose", "$R choose bowl"},
      {"compare", "$R compare bowl --steppers gvi --time 0.1 --out d"},
      {"figure", "$R figure rc25-3 --out d"},
      {"shoot", "$R shoot shooting-disc"},
      {"view",
       "$R run cradle --backend newton --steps 3 --out r.csv --report r.json --quiet; "
       "$R view r.json"},
      {"bench", "$R bench nonholonomic --steppers own --backend newton --steps 1 --out d"},
      {"completion", "$R completion bash"},
  };
  return lines;
}

class EveryCommand : public testing::TestWithParam<std::string> {};

TEST_P(EveryCommand, reports_a_full_disk_and_a_closed_pipe_behind_it) {
  ASSERT_TRUE(uses().count(GetParam())) << "give the new command a line in uses()";
  const std::string& line = uses().at(GetParam());
  const ScratchFolder folder;
  const Ended full = shell(folder, line + " >/dev/full");
  EXPECT_EQ(full.code, 4);
  EXPECT_THAT(full.err, HasSubstr("the standard output cannot be written"));
  // The reader has gone before the program begins.
  const Ended closed = shell(folder, "{ until [ -e gone ]; do sleep 0.01; done; sleep 0.1; " +
                                         line + "; echo $? >code; } | touch gone\ncat code");
  EXPECT_EQ(closed.out, "4\n");
  EXPECT_THAT(closed.err, HasSubstr("the standard output cannot be written"));
}

TEST_P(EveryCommand, prints_no_escapes_where_there_is_no_terminal) {
  const ScratchFolder folder;
  ASSERT_TRUE(uses().count(GetParam()));
  const Ended ended = shell(folder, uses().at(GetParam()));
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out, "");
  EXPECT_THAT(ended.out + ended.err, Not(HasSubstr("\033")));
  EXPECT_THAT(ended.out + ended.err, Not(HasSubstr("\r")));
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const cli::Command& command : cli::all_commands()) names.push_back(command.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, EveryCommand, testing::ValuesIn(command_names()),
                         [](const auto& tested) { return tested.param; });

/// A use of every command that lasts.
struct Lasting {
  std::string command, line;

  friend void PrintTo(const Lasting& tested, std::ostream* out) { *out << tested.line; }
};

class LastingCommand : public testing::TestWithParam<Lasting> {};

TEST_P(LastingCommand, stops_on_request) {
  for (const auto& [signal, code] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
    const ScratchFolder folder;
    // It catches both signals as soon as SIGTERM's bit, the 15th, is set in its mask.
    const Ended ended =
        shell(folder, GetParam().line +
                          " >said & pid=$!\n"
                          "for i in $(seq 600); do grep -qE '^SigCgt:.*[4-7c-f]...$' "
                          "/proc/$pid/status && break; sleep 0.05; done\n"
                          "kill -" +
                          signal + " $pid; wait $pid");
    EXPECT_EQ(ended.code, code);
    EXPECT_THAT(ended.err, HasSubstr("ricochet: error: stopped on request"));
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path(".")))
      EXPECT_EQ(entry.path().string().find(".tmp-"), std::string::npos) << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, LastingCommand,
    testing::Values(Lasting{"run", "$R run cradle --backend newton --time 1e6"},
                    Lasting{"map",
                            "(echo t,q0,p0; yes 0,1,0 | head -500000) >in.csv\n"
                            "$R map particle-1d --backend ipopt --states in.csv"},
                    Lasting{"sweep", "$R sweep cradle --grid radius=0.1:1:100000 --out s.csv"},
                    Lasting{"compare", "$R compare cradle --steppers gvi --time 1e5 --out d"},
                    Lasting{"figure", "$R figure kp12-1.4 --out d"},
                    Lasting{"shoot", "$R shoot shooting-disc --starts 1000000"},
                    Lasting{"bench", "$R bench --out d"}),
    [](const auto& tested) { return tested.param.command; });

/// What cannot be written whole is not there.
struct Unwritable {
  std::string name, line;

  friend void PrintTo(const Unwritable& tested, std::ostream* out) { *out << tested.line; }
};

class FullDisk : public testing::TestWithParam<Unwritable> {};

TEST_P(FullDisk, leaves_no_part_of_a_file_that_is_written_at_once) {
  const ScratchFolder folder;
  // No file may have a byte, hence complaints go through a pipe.
  const Ended ended = shell(
      folder, "mkdir d; (ulimit -f 0; " + GetParam().line + ") 2>&1 | cat; exit ${PIPESTATUS[0]}");
  EXPECT_EQ(ended.code, 4) << ended.out;
  EXPECT_THAT(ended.out, HasSubstr("File too large"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("d")));
}

INSTANTIATE_TEST_SUITE_P(
    Of, FullDisk,
    testing::Values(Unwritable{"report", "$R run bowl --steps 2 --report d/r.json --quiet"},
                    Unwritable{"path", "$R shoot shooting-disc --out d/p.csv --quiet"},
                    Unwritable{"comparison",
                               "$R compare bowl --steppers gvi --time 0.1 --out d --quiet"},
                    Unwritable{"figure", "$R figure rc25-3 --out d --quiet"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace ricochet
