#include "support/command_lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

namespace ricochet::support {
namespace {

bool starts(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// Without the comment, and with the bars that tables escape.
std::string typed(std::string line) {
  line = trimmed(line.substr(0, line.find(" #")));
  for (size_t at = line.find("\\|"); at != std::string::npos; at = line.find("\\|", at))
    line.erase(at, 1);
  return line;
}

bool is_command(const std::string& line) {
  constexpr std::array beginnings{"ricochet ",    "cmake ",          "ctest ",   "tests/run",
                                  ".ci/run",      ".ci/setup",       ".ci/tidy", "benchmarks/run",
                                  ".ci/consumer", ".ci/instructions"};
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const char* beginning) { return starts(line, beginning); });
}

void take(const std::string& code, bool block, std::vector<CommandLine>& found) {
  const std::string line = typed(code);
  if (is_command(line)) found.push_back({line, block});
}

/// Code between backticks, which may go on in the next line.
void take_spans(std::string& prose, std::vector<CommandLine>& found) {
  bool code = false;
  std::istringstream pieces(prose);
  for (std::string piece; std::getline(pieces, piece, '`'); code = !code)
    if (code) take(piece, false, found);
  prose.clear();
}

}  // namespace

std::vector<CommandLine> command_lines(const std::string& page) {
  std::vector<CommandLine> found;
  std::istringstream lines(page);
  std::string prose, begun;
  bool fenced = false;
  for (std::string line; std::getline(lines, line);) {
    const bool fence = starts(trimmed(line), "```");
    if (fence) fenced = !fenced;
    if (fence || line.empty()) {
      take_spans(prose, found);
    } else if (fenced || starts(line, "    ")) {
      take_spans(prose, found);
      const bool goes_on = line.back() == '\\';
      begun += goes_on ? trimmed(line.substr(0, line.size() - 1)) + " " : trimmed(line);
      if (goes_on) continue;
      take(begun, true, found);
      begun.clear();
    } else {
      prose += line + " ";
    }
  }
  take_spans(prose, found);
  return found;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool has_placeholder(const std::string& line) {
  const auto capital = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
  for (size_t i = 0; i + 1 < line.size(); ++i)
    if ((capital(line[i]) && capital(line[i + 1])) || (line[i] == '|' && line[i + 1] != ' '))
      return true;
  return line.find('[') != std::string::npos || line.find(",..") != std::string::npos;
}

bool only_names(const CommandLine& line) {
  const std::vector<std::string> words = words_of(line.text);
  return !line.block && (words.size() == 2 || starts(words.back(), "--"));
}

}  // namespace ricochet::support
