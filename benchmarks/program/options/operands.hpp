#pragma once

#include "program/command.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// What the word after the name of a command is, for the help.
[[nodiscard]] std::string about_operand(const Command& command);

/// The words it may be; empty: a file. Those of `shoot` take a while: its problems are built.
[[nodiscard]] std::vector<std::string> operand_words(const Command& command);

}  // namespace ricochet::cli
