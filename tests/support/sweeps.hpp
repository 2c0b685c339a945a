#pragma once

#include "support/scratch_folder.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace ricochet::support {

/// The fields of a line of a table whose texts have no commas.
inline std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',')
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

/// The lines of a file.
inline std::vector<std::string> lines_of_file(const std::string& path) {
  std::istringstream text(content_of(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// A table without the columns that depend on the machine: those with wall times.
inline std::string without_seconds(const std::string& path) {
  const std::vector<std::string> lines = lines_of_file(path);
  const std::vector<std::string> header = fields_of(lines.at(0));
  std::string kept;
  for (const std::string& line : lines) {
    const std::vector<std::string> fields = fields_of(line);
    for (size_t i = 0; i < fields.size(); ++i)
      if (i >= header.size() || header[i].find("seconds") == std::string::npos)
        kept += fields[i] + ",";
    kept += "\n";
  }
  return kept;
}

/// The values of a column, row by row.
inline std::vector<std::string> column_of(const std::string& path, const std::string& name) {
  const std::vector<std::string> lines = lines_of_file(path);
  const std::vector<std::string> header = fields_of(lines.at(0));
  std::vector<std::string> values;
  for (size_t i = 0; i < header.size(); ++i)
    if (header[i] == name)
      for (size_t row = 1; row < lines.size(); ++row) values.push_back(fields_of(lines[row]).at(i));
  return values;
}

}  // namespace ricochet::support
