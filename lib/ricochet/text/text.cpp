#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

namespace ricochet {
namespace {

size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string printed(const char* format, double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, x);
  return buffer;
}

}  // namespace

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  if (!name.empty())
    for (const std::string& c : candidates)
      if (c.rfind(name, 0) == 0) return c;
  const auto distance = [&](const std::string& c) { return edit_distance(name, c); };
  const auto best = std::min_element(
      candidates.begin(), candidates.end(),
      [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
  const bool near = best != candidates.end() && distance(*best) <= 1 + name.size() / 3;
  return near ? *best : std::string{};
}

std::string suggestion(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string best = nearest(name, candidates);
  if (!best.empty()) return " (did you mean '" + best + "'?)";
  return candidates.empty() ? " (there are none)" : " (there are: " + join(candidates) + ")";
}

std::string join(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : separator) + words[i];
  return text;
}

std::string join_first(const std::vector<std::string>& words, size_t most,
                       const std::string& separator) {
  if (words.size() <= most) return join(words, separator);
  const auto last = words.begin() + static_cast<std::ptrdiff_t>(most);
  return join({words.begin(), last}, separator) + separator + "and " +
         std::to_string(words.size() - most) + " more";
}

std::string shortened(const std::string& text, size_t most) {
  const std::string rest = "...";
  if (text.size() <= most) return text;
  if (most <= rest.size()) return rest.substr(0, most);
  const size_t room = most - rest.size(), blank = text.rfind(' ', room);
  return text.substr(0, blank == std::string::npos || blank < room / 2 ? room : blank) + rest;
}

std::string titled(const std::string& what, const std::string& text) {
  return text.empty() ? what : what + ": " + text;
}

std::string numbered(const std::string& word, long i) { return word + ' ' + std::to_string(i); }

std::string exact(double x) { return printed("%.17g", x); }

std::string brief(double x) { return printed("%.6g", x); }

}  // namespace ricochet
