#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet::cli {

/// A row of a table of a sweep.
struct MemberLine {
  size_t member = 0;
  std::string_view sign = {};  ///< its last field
  std::string_view text = {};  ///< with its line end
  long number = 0;             ///< of the line in its file, from 1
};

/// A table of a sweep as it was read. What follows the last line end is left out: it was cut off.
class MemberLines {
 public:
  /// Throws std::invalid_argument for a file that is no table of a sweep.
  explicit MemberLines(std::string path);
  MemberLines(const MemberLines&) = delete;  // rows point into the text
  MemberLines& operator=(const MemberLines&) = delete;
  ~MemberLines() = default;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& header() const { return header_; }  ///< empty: an empty file
  [[nodiscard]] const std::vector<MemberLine>& lines() const { return lines_; }
  [[nodiscard]] bool cut_off() const { return cut_off_; }
  [[nodiscard]] std::string place(const MemberLine& line) const;  ///< "file:line"
  [[noreturn]] void refuse(const MemberLine& line, const std::string& what) const;

 private:
  std::string path_, text_, header_;
  std::vector<MemberLine> lines_;
  bool cut_off_ = false;
};

/// Lines in order of members; those of one member keep theirs.
void sort_by_member(std::vector<MemberLine>& lines);

/// The table of these lines.
[[nodiscard]] std::string table_of(const std::string& header, const std::vector<MemberLine>& lines);

/// The number of members that a sign tells, 0 if it is none.
[[nodiscard]] size_t members_of_sign(std::string_view sign);

}  // namespace ricochet::cli
