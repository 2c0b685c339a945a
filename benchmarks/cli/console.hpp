#pragma once

#include <iosfwd>
#include <string>

namespace ricochet::cli {

/// Where the program speaks. Results go to `out`; complaints and progress go to `err`.
class Console {
 public:
  Console(std::ostream& out, std::ostream& err);

  std::ostream& out;
  std::ostream& err;

  /// Progress is shown and lines may be rewritten: err is a terminal.
  [[nodiscard]] bool interactive() const { return interactive_; }
  /// "ricochet: error: ...", in colour on a terminal unless NO_COLOR is set.
  void error(const std::string& text) const;
  void warning(const std::string& text) const;

 private:
  void say(const char* colour, const char* word, const std::string& text) const;

  bool interactive_, colours_;
};

}  // namespace ricochet::cli
