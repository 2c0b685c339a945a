#include "ricochet/read_states.hpp"

#include "ricochet/csv.hpp"
#include "ricochet/files.hpp"
#include "ricochet/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace ricochet {
namespace {

/// Where we are, so that every complaint can say it.
struct Place {
  const std::string& path;
  long line = 0;

  [[noreturn]] void refuse(const std::string& what) const {
    throw std::invalid_argument(path + ":" + std::to_string(line) + ": " + what);
  }
};

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The fields of a line; one in double quotes may contain commas, and quotes written twice.
std::vector<std::string> fields_of(std::string_view line, const Place& place) {
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
  if (quoted) place.refuse("a double quote is not closed");
  for (std::string& field : fields) field = trimmed(field);
  return fields;
}

std::vector<std::string> wanted_columns(Index n) {
  std::vector<std::string> names{"t"};
  for (const char* letter : {"q", "p"})
    for (Index i = 0; i < n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

/// For every wanted column its position in the file.
std::vector<size_t> find_columns(const std::vector<std::string>& header, Index n,
                                 const Place& place) {
  std::vector<size_t> columns;
  for (const std::string& name : wanted_columns(n)) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end())
      place.refuse("the column '" + name + "' is missing; the first line must name " +
                   trajectory_header(n) + " (extra columns are ignored)");
    if (std::find(found + 1, header.end(), name) != header.end())
      place.refuse("the column '" + name + "' occurs twice");
    columns.push_back(static_cast<size_t>(found - header.begin()));
  }
  return columns;
}

double number(std::string_view text, const std::string& column, const Place& place) {
  const auto refuse = [&](const std::string& what) {
    place.refuse("column '" + column + "': '" + std::string(text) + "' " + what);
  };
  if (text.empty()) refuse("is empty; write a number");
  std::string_view digits = text;
  if (digits.front() == '+') digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) refuse("is outside the range of double precision");
  if (error != std::errc{} || end != digits.data() + digits.size())
    refuse("is not a number; write it like -1.5e-3");
  if (!std::isfinite(value))
    refuse("is not finite; remove the row (a step that failed leaves one) or give a number");
  return value;
}

State state_of(const std::vector<std::string>& fields, const std::vector<std::string>& header,
               const std::vector<size_t>& columns, Index n, const Place& place) {
  if (fields.size() != header.size())
    place.refuse("expected " + std::to_string(header.size()) +
                 " fields as in the first line, found " + std::to_string(fields.size()));
  const auto at = [&](Index i) {
    const size_t column = columns[static_cast<size_t>(i)];
    return number(fields[column], header[column], place);
  };
  State state{.t = at(0), .q = Vector(n), .p = Vector(n)};
  for (Index i = 0; i < n; ++i) {
    state.q[i] = at(1 + i);
    state.p[i] = at(1 + n + i);
  }
  return state;
}

}  // namespace

std::vector<State> read_states(const std::string& path, Index n) {
  const std::string text = read_file(path);
  std::vector<std::string> header;
  std::vector<size_t> columns;
  std::vector<State> states;
  Place place{path};
  std::string_view rest = text;
  if (rest.substr(0, 3) == "\xEF\xBB\xBF") rest.remove_prefix(3);  // byte order mark
  while (!rest.empty()) {
    ++place.line;
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> fields = fields_of(line, place);
    if (header.empty()) {
      header = fields;
      columns = find_columns(header, n, place);
    } else {
      states.push_back(state_of(fields, header, columns, n, place));
    }
  }
  if (header.empty())
    throw std::invalid_argument(path + ": is empty; the first line must name the columns " +
                                trajectory_header(n));
  return states;
}

}  // namespace ricochet
