#include "program/show/show_list.hpp"

#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace ricochet::cli {
namespace {

constexpr size_t at_each_end = 20;

/// Whether the middle of a list of n entries is left out: [at_each_end, n - at_each_end).
bool too_long(size_t n, bool all) { return !all && n > 2 * at_each_end; }

std::vector<size_t> shown_entries(size_t n, bool all) {
  std::vector<size_t> shown;
  for (size_t i = 0; i < n; ++i)
    if (!too_long(n, all) || i < at_each_end || i >= n - at_each_end) shown.push_back(i);
  return shown;
}

}  // namespace

void print(const ShownList& list, bool all, std::ostream& out) {
  const size_t n = list.names.size(), resumes = n - std::min(n, at_each_end);
  const size_t digits = std::to_string(n).size();
  const std::vector<size_t> shown = shown_entries(n, all);
  size_t width = 0;
  for (const size_t i : shown) width = std::max(width, list.names[i].size() + 1);
  for (const size_t i : shown) {
    if (too_long(n, all) && i == resumes)
      out << fmt::format("  ... {} more, {} to {}; --all prints them\n", n - 2 * at_each_end,
                         list.names[at_each_end], list.names[resumes - 1]);
    if (list.numbered) out << fmt::format("  {:>{}}", i, digits);
    out << fmt::format("  {:<{}} {}\n", list.names[i] + ':', width, list.text(i));
  }
}

std::string joined_words(const std::vector<std::string>& words, bool all) {
  std::vector<std::string> shown;
  for (const size_t i : shown_entries(words.size(), all)) {
    if (too_long(words.size(), all) && i == words.size() - at_each_end) shown.emplace_back("...");
    shown.push_back(words[i]);
  }
  return join(shown);
}

}  // namespace ricochet::cli
