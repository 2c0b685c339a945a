#pragma once

#include "program/command.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// An option as it was given.
struct Given {
  const OptionEntry* option;
  std::string value;
};

/// The words of the command line, understood but not yet carried out.
struct Parsed {
  const Command* command = nullptr;  ///< null: help was asked for and is in `text`
  std::string text = {};
  std::string operand = {};
  std::vector<std::string> operands = {};  ///< of a command that takes several
  std::vector<Given> given = {};

  [[nodiscard]] const Given* find(const std::string& option) const;
};

/// Throws std::invalid_argument for wrong usage, with the nearest name.
[[nodiscard]] Parsed parse(const std::vector<std::string>& words);

/// The options in force: those of --resume or --from, and over them those given. Reads the file.
/// Whether a resumed run may have them is decided in make_run_plan.
[[nodiscard]] Options resolve(const Parsed& parsed);

}  // namespace ricochet::cli
