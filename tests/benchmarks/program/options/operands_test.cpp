#include "program/options/operands.hpp"

#include "bench/suites.hpp"
#include "figures/figures.hpp"
#include "ricochet/problems.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace ricochet::cli {
namespace {

using support::ricochet_program;
using testing::HasSubstr;

TEST(Parse, describes_the_operand_of_every_command) {
  for (const Command& command : all_commands()) {
    if (command.takes == Operand::none) continue;
    const std::string about = about_operand(command);
    EXPECT_NE(about, "") << command.name;
    EXPECT_THAT(ricochet_program({command.name, "--help"}).out,
                HasSubstr(about.substr(0, about.find('\n'))));
  }
  const std::string help = ricochet_program({"bench", "--help"}).out;
  for (const Suite& suite : all_suites()) EXPECT_THAT(help, HasSubstr(suite.name));
  EXPECT_THAT(help, HasSubstr("full is all of them"));
}

const Command& command(const std::string& name) {
  return *std::find_if(all_commands().begin(), all_commands().end(),
                       [&](const Command& c) { return c.name == name; });
}

TEST(OperandWords, are_those_that_the_command_takes) {
  EXPECT_EQ(operand_words(command("run")), problem_names());
  EXPECT_EQ(operand_words(command("figure")).front(), "all");
  EXPECT_EQ(operand_words(command("figure")).size(), 1 + all_figures().size());
  EXPECT_EQ(operand_words(command("bench")).back(), "full");
  EXPECT_EQ(operand_words(command("bench")).size(), all_suites().size() + 1);
  EXPECT_TRUE(operand_words(command("view")).empty()) << "a file";
  EXPECT_TRUE(operand_words(command("list")).empty());
}

TEST(AboutOperand, lists_suites_in_narrow_lines) {
  std::istringstream lines(about_operand(command("bench")));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 60U) << line;
  EXPECT_GT(count, 2);
}

}  // namespace
}  // namespace ricochet::cli
