#include "program/console.hpp"

#include "program/command.hpp"
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

class OnTerminal : public testing::TestWithParam<std::string> {};

TEST_P(OnTerminal, complaints_are_coloured_there_and_nowhere_else) {
  const ScratchFolder folder;
  const std::string wrong = "$R " + GetParam() + " --no-such-option";
  const std::string red = "\033[1;31merror\033[0m: ";
  const Ended ended = on_terminal(folder, wrong);
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.out, HasSubstr(red));
  EXPECT_THAT(on_terminal(folder, "NO_COLOR=1 " + wrong).out, HasSubstr("ricochet: error: "));
  EXPECT_THAT(on_terminal(folder, "NO_COLOR= " + wrong).out, HasSubstr(red)) << "empty is not set";
  EXPECT_THAT(on_terminal(folder, "TERM=dumb " + wrong).out, HasSubstr("ricochet: error: "));
  EXPECT_THAT(shell(folder, wrong).err, Not(HasSubstr("\033")));
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const cli::Command& command : cli::all_commands()) names.push_back(command.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryCommand, OnTerminal, testing::ValuesIn(command_names()),
                         [](const auto& tested) { return tested.param; });

TEST(Console, says_who_complains_and_takes_no_stream_for_a_terminal) {
  std::ostringstream out, err;
  const cli::Console console(out, err);
  console.error("no");
  console.warning("beware");
  EXPECT_EQ(err.str(), "ricochet: error: no\nricochet: warning: beware\n");
  EXPECT_EQ(out.str(), "");
  EXPECT_FALSE(console.interactive());
  EXPECT_FALSE(console.prints_on_terminal());
}

}  // namespace
}  // namespace ricochet
