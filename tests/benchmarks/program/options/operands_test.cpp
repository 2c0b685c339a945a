#include "program/options/operands.hpp"

#include "bench/suites.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ricochet::cli
