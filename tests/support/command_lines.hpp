#pragma once

#include <string>
#include <vector>

namespace ricochet::support {

/// A command line of a Markdown page.
struct CommandLine {
  std::string text = {};  ///< without comment
  bool block = false;     ///< in a fenced or indented block; else in the text, between backticks
};

/// What a page tells a reader to type: lines of blocks and code in the text that begin with the
/// program `ricochet`, a script of this repository, cmake or ctest; in their order.
[[nodiscard]] std::vector<CommandLine> command_lines(const std::string& page);

/// Stands for many lines: a word in brackets, with dots, or with two capitals side by side, as
/// FILE.
[[nodiscard]] bool has_placeholder(const std::string& line);

/// Names a command or an option and is not to be typed: `ricochet run`, `ricochet run --from` in a
/// text.
[[nodiscard]] bool only_names(const CommandLine& line);

[[nodiscard]] std::vector<std::string> words_of(const std::string& line);

}  // namespace ricochet::support
