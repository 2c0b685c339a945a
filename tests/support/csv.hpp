#pragma once

#include "support/places.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::support {

/// The rows of a golden CSV file below its header, split at commas.
inline std::vector<std::vector<std::string>> golden_rows(const std::string& file) {
  std::ifstream in(std::string(tests_folder) + "/golden/" + file);
  if (!in) throw std::runtime_error("golden file missing: " + file);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream cut(line);
    for (std::string cell; std::getline(cut, cell, ',');) cells.push_back(cell);
    rows.push_back(cells);
  }
  return rows;
}

/// "0 2 3" as numbers.
inline std::vector<long> index_set(const std::string& cell) {
  std::istringstream in(cell);
  std::vector<long> set;
  for (long i = 0; in >> i;) set.push_back(i);
  return set;
}

}  // namespace ricochet::support
