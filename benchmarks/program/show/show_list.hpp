#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace ricochet::cli {

/// Named entries, one line each, the texts below each other.
struct ShownList {
  std::vector<std::string> names;
  std::function<std::string(size_t)> text;  ///< of entry i; called for what is printed only
  bool numbered = false;                    ///< with the index in front
};

/// Prints the list; without `all` one of more than 40 entries loses its middle, and a line says how
/// many entries from which to which.
void print(const ShownList& list, bool all, std::ostream& out);

/// "a, b, c" with the same rule, without naming what is left out.
[[nodiscard]] std::string joined_words(const std::vector<std::string>& words, bool all);

}  // namespace ricochet::cli
