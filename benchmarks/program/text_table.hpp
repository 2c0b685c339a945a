#pragma once

#include <string>
#include <vector>

namespace ricochet::cli {

/// A table for people, which is Markdown as well: columns as wide as their widest cell.
class TextTable {
 public:
  /// One heading per column; `alignment` holds '<' or '>' for each: where its cells are aligned.
  TextTable(std::vector<std::string> headings, std::string alignment);

  void add(std::vector<std::string> cells);
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the first one holds the headings
  std::string alignment_;
};

}  // namespace ricochet::cli
