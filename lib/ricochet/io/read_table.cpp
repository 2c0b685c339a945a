#include "ricochet/io/read_table.hpp"

#include "ricochet/io/files.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ricochet {
namespace {

[[noreturn]] void refuse_at(const std::string& path, long line, const std::string& what) {
  throw std::invalid_argument(path + ":" + std::to_string(line) + ": " + what);
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The lines of a file that count, one after another.
class Lines {
 public:
  explicit Lines(const std::string& path) : path_(path), text_(read_file(path)), rest_(text_) {
    if (rest_.substr(0, 3) == "\xEF\xBB\xBF") rest_.remove_prefix(3);  // byte order mark
  }

  /// The fields of the next line; none are left: false.
  bool next(std::vector<std::string>& fields) {
    while (!rest_.empty()) {
      ++line_;
      const size_t end = std::min(rest_.find('\n'), rest_.size());
      const std::string_view line = trimmed(rest_.substr(0, end));
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      if (line.empty() || line.front() == '#') continue;
      fields = fields_of(line);
      return true;
    }
    return false;
  }

  [[noreturn]] void refuse(const std::string& what) const { refuse_at(path_, line_, what); }
  [[nodiscard]] long number() const { return line_; }

 private:
  /// One in double quotes may contain commas, and quotes written twice.
  [[nodiscard]] std::vector<std::string> fields_of(std::string_view line) const {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
        fields.back() += line[++i];
      else if (c == '"')
        quoted = !quoted;
      else if (c == ',' && !quoted)
        fields.emplace_back();
      else
        fields.back() += c;
    }
    if (quoted) refuse("a double quote is not closed");
    for (std::string& field : fields) field = trimmed(field);
    return fields;
  }

  const std::string& path_;
  std::string text_;
  std::string_view rest_;
  long line_ = 0;
};

/// For every wanted column its position in the file.
std::vector<size_t> find_columns(const std::vector<std::string>& header,
                                 const std::vector<std::string>& wanted, const Lines& lines) {
  std::vector<size_t> columns;
  for (const std::string& name : wanted) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end())
      lines.refuse("the column '" + name + "' is missing; the first line must name " +
                   join(wanted, ",") + " (extra columns are ignored)");
    if (std::find(found + 1, header.end(), name) != header.end())
      lines.refuse("the column '" + name + "' occurs twice");
    columns.push_back(static_cast<size_t>(found - header.begin()));
  }
  return columns;
}

}  // namespace

TableRow::TableRow(const std::string& path, long line, const std::vector<std::string>& names,
                   std::vector<std::string> fields)
    : path_(path), line_(line), names_(names), fields_(std::move(fields)) {}

void TableRow::refuse(const std::string& what) const { refuse_at(path_, line_, what); }

double TableRow::number(const std::string& text, size_t column) const {
  const auto refuse_number = [&](const std::string& what) {
    refuse("column '" + names_[column] + "': '" + text + "' " + what);
  };
  if (text.empty()) refuse_number("is empty; write a number");
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range)
    refuse_number("is outside the range of double precision");
  if (error != std::errc{} || end != digits.data() + digits.size())
    refuse_number("is not a number; write it like -1.5e-3");
  if (!std::isfinite(value))
    refuse_number("is not finite; remove the row (a step that failed leaves one) or give a number");
  return value;
}

double TableRow::number(size_t column) const { return number(fields_[column], column); }

std::vector<double> TableRow::numbers(size_t column) const {
  std::vector<double> values;
  for (const std::string& word : words_of(fields_[column])) values.push_back(number(word, column));
  return values;
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void read_table(const std::string& path, const std::vector<std::string>& columns,
                const std::function<void(const TableRow&)>& take) {
  Lines lines(path);
  std::vector<std::string> header, fields;
  if (!lines.next(header))
    throw std::invalid_argument(path + ": is empty; the first line must name the columns " +
                                join(columns, ","));
  const std::vector<size_t> places = find_columns(header, columns, lines);
  while (lines.next(fields)) {
    if (fields.size() != header.size())
      lines.refuse("expected " + std::to_string(header.size()) +
                   " fields as in the first line, found " + std::to_string(fields.size()));
    std::vector<std::string> wanted;
    for (const size_t place : places) wanted.push_back(std::move(fields[place]));
    take(TableRow(path, lines.number(), columns, std::move(wanted)));
  }
}

std::vector<std::string> columns_of(const std::string& path) {
  std::vector<std::string> header;
  Lines(path).next(header);
  return header;
}

}  // namespace ricochet
