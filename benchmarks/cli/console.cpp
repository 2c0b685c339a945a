#include "cli/console.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace ricochet::cli {
namespace {

bool no_colour() {
  const char* set = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (set && *set != '\0') || (terminal && std::string(terminal) == "dumb");
}

}  // namespace

Console::Console(std::ostream& out_stream, std::ostream& err_stream)
    : out(out_stream),
      err(err_stream),
      interactive_(&err_stream == &std::cerr && ::isatty(STDERR_FILENO) == 1),
      colours_(interactive_ && !no_colour()) {}

void Console::say(const char* colour, const char* word, const std::string& text) const {
  err << "ricochet: " << (colours_ ? colour : "") << word << (colours_ ? "\033[0m" : "") << ": "
      << text << std::endl;
}

void Console::error(const std::string& text) const { say("\033[1;31m", "error", text); }

void Console::warning(const std::string& text) const { say("\033[1;33m", "warning", text); }

}  // namespace ricochet::cli
