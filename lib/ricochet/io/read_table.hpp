#pragma once

#include <functional>
#include <string>
#include <vector>

namespace ricochet {

// Private to the library and its program.

/// A row of a table with its place in the file, which every message names.
class TableRow {
 public:
  /// `fields` are those of the columns `names`.
  TableRow(const std::string& path, long line, const std::vector<std::string>& names,
           std::vector<std::string> fields);

  [[nodiscard]] const std::string& text(size_t column) const { return fields_[column]; }
  /// A finite number.
  [[nodiscard]] double number(size_t column) const;
  /// A field of numbers separated by spaces.
  [[nodiscard]] std::vector<double> numbers(size_t column) const;
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  [[nodiscard]] double number(const std::string& text, size_t column) const;

  const std::string& path_;
  long line_;
  const std::vector<std::string>& names_;
  std::vector<std::string> fields_;
};

/// The words of a text, separated by spaces.
[[nodiscard]] std::vector<std::string> words_of(const std::string& text);

/// Reads a CSV file whose header names at least `columns`, in any order, and hands over every row
/// with the fields of these columns in their order. Empty lines and lines that begin with '#' are
/// ignored.
///
/// Throws std::invalid_argument "file:line: what is wrong; cure".
void read_table(const std::string& path, const std::vector<std::string>& columns,
                const std::function<void(const TableRow&)>& take);

/// All names of the header; empty if the file is empty.
[[nodiscard]] std::vector<std::string> columns_of(const std::string& path);

}  // namespace ricochet
