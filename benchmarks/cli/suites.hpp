#pragma once

#include "ricochet/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A named set of problems, chosen by what they are.
struct Suite {
  std::string name, summary;
  bool (*has)(const Problem&) = nullptr;
};

[[nodiscard]] const std::vector<Suite>& all_suites();
/// Throws std::invalid_argument with the nearest name.
[[nodiscard]] const Suite& find_suite(const std::string& name);

}  // namespace ricochet::cli
