#pragma once

#include "program/options/options.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// One option of the command line. `take` stores its value; it throws std::invalid_argument.
struct OptionEntry {
  std::string name;   ///< with its dashes
  std::string value;  ///< what the value is called in the help; empty: the option takes none
  std::string help;
  std::function<void(Options&, const std::string& value)> take;
  bool repeatable = false;
};

using OptionTable = std::vector<OptionEntry>;

// The options, in groups that the commands share.
[[nodiscard]] OptionTable system_options();    ///< --set
[[nodiscard]] OptionTable method_options();    ///< --stepper, --backend, ..., --h
[[nodiscard]] OptionTable duration_options();  ///< --steps, --time
[[nodiscard]] OptionTable start_options();     ///< --q0, --p0, ..., --start
[[nodiscard]] OptionTable step_files();        ///< --events, --contacts, --report, --quiet
[[nodiscard]] OptionTable run_files();         ///< --out, --plot, --checkpoint, --resume, ...

[[nodiscard]] OptionEntry measure_option();  ///< --measure
[[nodiscard]] OptionEntry jobs_option();     ///< --jobs

/// An option of steppers; a command may say in words of its own what it is for.
[[nodiscard]] OptionEntry stepper_option(const std::string& name, const std::string& help = {});

[[nodiscard]] OptionTable joined(std::vector<OptionTable> groups);

/// Pairs of options which exclude each other: "--steps" and "--time", ...
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& exclusive_options();

}  // namespace ricochet::cli
