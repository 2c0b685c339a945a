#include "sweep/member_lines.hpp"

#include "ricochet/io/files.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

/// The number that a text begins with, up to `end`; false if it is something else.
bool whole_number(std::string_view text, char end, size_t& value) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const char* last = text.data() + text.size();
  return error == std::errc{} && (stop == last ? end == '\0' : *stop == end);
}

}  // namespace

MemberLines::MemberLines(std::string path) : path_(std::move(path)), text_(read_file(path_)) {
  const std::string_view text = text_;
  size_t begin = 0;
  long number = 0;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', begin)) {
    const std::string_view whole = text.substr(begin, end + 1 - begin);
    const std::string_view line = whole.substr(0, whole.size() - 1);
    begin = end + 1;
    if (++number == 1) {
      header_ = line;
      continue;
    }
    MemberLine row{.sign = line.substr(line.rfind(',') + 1), .text = whole, .number = number};
    if (!whole_number(line, ',', row.member) || members_of_sign(row.sign) == 0)
      refuse(row, "is no row of a table of a sweep; was the file written by ricochet sweep?");
    lines_.push_back(row);
  }
  cut_off_ = begin < text.size();
  const bool ours = header_.rfind("member,", 0) == 0 && header_.ends_with(",sweep");
  if (!header_.empty() && !ours)
    throw std::invalid_argument(path_ + ":1: is no table of a sweep: its columns are '" + header_ +
                                "', expected 'member,..,sweep'");
}

std::string MemberLines::place(const MemberLine& line) const {
  return path_ + ":" + std::to_string(line.number);
}

void MemberLines::refuse(const MemberLine& line, const std::string& what) const {
  throw std::invalid_argument(place(line) + ": " + what);
}

void sort_by_member(std::vector<MemberLine>& lines) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const MemberLine& a, const MemberLine& b) { return a.member < b.member; });
}

std::string table_of(const std::string& header, const std::vector<MemberLine>& lines) {
  size_t size = header.size() + 1;
  for (const MemberLine& line : lines) size += line.text.size();
  std::string table;
  table.reserve(size);
  table += header + "\n";
  for (const MemberLine& line : lines) table += line.text;
  return table;
}

size_t members_of_sign(std::string_view sign) {
  const size_t slash = sign.find('/');
  size_t members = 0;
  if (slash == std::string_view::npos || !whole_number(sign.substr(slash + 1), '\0', members))
    return 0;
  return members;
}

}  // namespace ricochet::cli
