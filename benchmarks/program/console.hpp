#pragma once

#include <iosfwd>
#include <string>

namespace ricochet::cli {

inline constexpr const char* unwritable_output =
    "the standard output cannot be written (full disk or closed pipe?)";

/// The output of the program. Results go to `out`; errors, warnings and progress go to `err`.
class Console {
 public:
  Console(std::ostream& out, std::ostream& err);

  std::ostream& out;
  std::ostream& err;

  /// Progress is shown and lines may be rewritten: err is a terminal, and not a dumb one.
  [[nodiscard]] bool interactive() const { return interactive_; }
  /// Results are read by a person as they come: progress would run between them.
  [[nodiscard]] bool prints_on_terminal() const { return prints_on_terminal_; }
  /// "ricochet: error: ...", in colour on a terminal unless NO_COLOR is set.
  void error(const std::string& text) const;
  void warning(const std::string& text) const;

 private:
  void say(const char* colour, const char* word, const std::string& text) const;

  bool interactive_, colours_, prints_on_terminal_;
};

}  // namespace ricochet::cli
