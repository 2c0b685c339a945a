#include "program/console.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace ricochet::cli {
namespace {

/// Set and not empty, as no-color.org asks.
bool no_colour() {
  const char* set = std::getenv("NO_COLOR");
  return set && *set != '\0';
}

/// A terminal on which lines can be rewritten.
bool is_terminal(int descriptor) {
  const char* kind = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && !(kind && std::string(kind) == "dumb");
}

}  // namespace

Console::Console(std::ostream& out_stream, std::ostream& err_stream)
    : out(out_stream),
      err(err_stream),
      interactive_(&err_stream == &std::cerr && is_terminal(STDERR_FILENO)),
      colours_(interactive_ && !no_colour()),
      prints_on_terminal_(&out_stream == &std::cout && ::isatty(STDOUT_FILENO) == 1) {}

void Console::say(const char* colour, const char* word, const std::string& text) const {
  err << "ricochet: " << (colours_ ? colour : "") << word << (colours_ ? "\033[0m" : "") << ": "
      << text << std::endl;
}

void Console::error(const std::string& text) const { say("\033[1;31m", "error", text); }

void Console::warning(const std::string& text) const { say("\033[1;33m", "warning", text); }

}  // namespace ricochet::cli
