#pragma once

#include "support/places.hpp"

#include <filesystem>
#include <vector>

namespace ricochet::support {

/// Every Markdown page of the root and of the folders that people read.
inline std::vector<std::filesystem::path> pages() {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(tests_folder).parent_path();
  std::vector<fs::path> found;
  const auto add = [&](const fs::directory_entry& entry) {
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  };
  for (const auto& entry : fs::directory_iterator(root)) add(entry);
  for (const char* folder : {".ci", "lib", "solvers", "problems", "tests", "benchmarks"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) add(entry);
  return found;
}

}  // namespace ricochet::support
