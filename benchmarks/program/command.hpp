#pragma once

#include "program/console.hpp"
#include "program/options/option_table.hpp"
#include "program/options/options.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::cli {

/// How the program ends; scripts rely on it. A signal adds 128 to its number.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int wrong_use = 2;      ///< refused before the first step
inline constexpr int failed_step = 3;    ///< what was computed is written
inline constexpr int failed_output = 4;  ///< a disk is full, a pipe was closed
}  // namespace exit_code

enum class Operand { none, optional, required, several };

/// Something could not be written after the first step.
class OutputFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command of the program: one file each. It throws std::invalid_argument for what it refuses
/// before the first step and std::runtime_error for what cannot be read or written.
struct Command {
  std::string name, summary;
  std::string operand = {};  ///< what the word after the name is called in the help
  Operand takes = Operand::none;
  std::string about = {};  ///< what the operand is; empty: its name says it, see operands.cpp
  std::vector<std::string> (*words)() = nullptr;  ///< that it may be; null: its name says it
  OptionTable options = {};
  std::vector<std::string> examples = {};  ///< what may follow "ricochet", shown in the help
  int (*run)(const Options&, Console&) = nullptr;
};

// To add a command: write its file, declare it here, list it in commands.cpp.
[[nodiscard]] Command list_command();
[[nodiscard]] Command show_command();
[[nodiscard]] Command run_command();
[[nodiscard]] Command map_command();
[[nodiscard]] Command figure_command();
[[nodiscard]] Command choose_command();
[[nodiscard]] Command compare_command();
[[nodiscard]] Command sweep_command();
[[nodiscard]] Command shoot_command();
[[nodiscard]] Command view_command();
[[nodiscard]] Command bench_command();
[[nodiscard]] Command completion_command();

/// The table of commands.
[[nodiscard]] const std::vector<Command>& all_commands();

}  // namespace ricochet::cli
