// What a person sees: progress on a terminal, and on nothing else.
#include "program/progress_line.hpp"

#include "support/shell.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace ricochet {
namespace {

using support::Ended;
using support::on_terminal;
using support::ScratchFolder;
using support::shell;
using testing::HasSubstr;
using testing::Not;

const std::string a_run = "$R run cradle --backend newton --steps 3000";  // lasts for some redraws

TEST(Terminal, shows_rate_time_left_and_energy_error_of_a_run) {
  const ScratchFolder folder;
  const Ended ended = on_terminal(folder, a_run);
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.out,
              testing::ContainsRegex(" %  [0-9.]+ steps/s  [0-9:]+ left  energy error "));
  EXPECT_THAT(ended.out, HasSubstr("3000 of 3000 steps"));
}

TEST(Terminal, shows_the_shadow_energy_of_a_run_that_conserves_one) {
  const ScratchFolder folder;
  const std::string shadow = "$R run disc-chaotic --backend newton --steps 200000 --stepper shadow";
  EXPECT_THAT(on_terminal(folder, shadow).out,
              testing::ContainsRegex(" left  shadow [0-9.e+-]+, [0-9]+ fell back"));
  EXPECT_THAT(on_terminal(folder, a_run).out, Not(HasSubstr("fell back")));
}

/// Lines that are rewritten must not wrap, or each redraw leaves one behind.
TEST(Terminal, draws_progress_within_80_columns) {
  const ScratchFolder folder;
  std::istringstream drawn(on_terminal(folder, a_run).out);
  int lines = 0;
  for (std::string line; std::getline(drawn, line, '\r');) {
    if (line.rfind('[', 0) != 0) continue;
    EXPECT_LT(line.substr(0, line.find('\033')).size(), 80U) << line;
    ++lines;
  }
  EXPECT_GT(lines, 0);
}

TEST(Terminal, shows_no_progress_when_told_or_when_it_cannot_rewrite) {
  const ScratchFolder folder;
  for (const std::string& line : {a_run + " --quiet", "TERM=dumb " + a_run, a_run + " 2>/dev/null"})
    EXPECT_THAT(on_terminal(folder, line).out, Not(HasSubstr("steps/s"))) << line;
}

TEST(Terminal, says_that_a_system_is_built_until_it_is) {
  const ScratchFolder folder;
  const std::string notice = "building bowl ...\r\033[K", run = "$R run bowl --steps 1";
  EXPECT_THAT(on_terminal(folder, run).out, testing::StartsWith(notice));
  EXPECT_THAT(on_terminal(folder, "$R run bowl --h -1").out, Not(HasSubstr("building")));
  EXPECT_THAT(on_terminal(folder, "$R run bowl --h 1e-300").out, testing::StartsWith(notice));
  EXPECT_THAT(on_terminal(folder, run + " --quiet").out, Not(HasSubstr("building")));
  EXPECT_EQ(shell(folder, run).err, "");
  const std::string map =
      "(echo t,q0,q1,p0,p1; echo 0,1,0.5,1,1) >in.csv\n$R map bowl --states in.csv";
  EXPECT_THAT(on_terminal(folder, map).out, testing::StartsWith(notice + "t,q0,"));
  EXPECT_THAT(on_terminal(folder, "$R shoot shooting-disc").out,
              testing::StartsWith("building shooting-disc ...\r\033[K"));
}

TEST(Terminal, shows_progress_of_a_map_that_does_not_print_there) {
  const ScratchFolder folder;
  const std::string map =
      "(echo t,q0,p0; yes 0,1,0 | head -20000) >in.csv\n"
      "$R map particle-1d --backend newton --states in.csv ";
  EXPECT_THAT(on_terminal(folder, map + ">next.csv").out, HasSubstr(" rows/s "));
  EXPECT_THAT(on_terminal(folder, map).out, Not(HasSubstr(" rows/s ")));
}

TEST(Terminal, shows_progress_of_a_search_for_paths) {
  const ScratchFolder folder;
  EXPECT_THAT(on_terminal(folder, "$R shoot shooting-disc --starts 4").out,
              testing::ContainsRegex(" %  [0-9.]+ starts/s  [0-9:]+ left"));
}

TEST(ProgressLine, is_silent_where_there_is_no_terminal) {
  std::ostringstream out, err;
  cli::Console console(out, err);
  {
    const cli::Notice notice(console, false, "building ...");
    cli::ProgressLine line(console, 0, 10, false);
    EXPECT_FALSE(line.callback()) << "a run need not measure its progress";
    line.update(5, "half");
  }
  EXPECT_EQ(out.str() + err.str(), "");
}

}  // namespace
}  // namespace ricochet
