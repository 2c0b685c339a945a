#include "program/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ricochet::cli {

TextTable::TextTable(std::vector<std::string> headings, std::string alignment)
    : rows_{std::move(headings)}, alignment_(std::move(alignment)) {}

void TextTable::add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

std::string TextTable::text() const {
  std::vector<size_t> widths(alignment_.size());
  for (const auto& row : rows_)
    for (size_t j = 0; j < widths.size(); ++j) widths[j] = std::max(widths[j], row.at(j).size());
  std::string text;
  for (const auto& row : rows_) {
    for (size_t j = 0; j < widths.size(); ++j)
      text += alignment_[j] == '<' ? fmt::format("| {:<{}} ", row[j], widths[j])
                                   : fmt::format("| {:>{}} ", row[j], widths[j]);
    text += "|\n";
    if (&row != &rows_.front()) continue;
    for (size_t j = 0; j < widths.size(); ++j)
      text += '|' + std::string(widths[j] + 1, '-') + (alignment_[j] == '<' ? '-' : ':');
    text += "|\n";
  }
  return text;
}

}  // namespace ricochet::cli
