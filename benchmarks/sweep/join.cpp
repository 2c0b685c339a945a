#include "sweep/join.hpp"

#include "ricochet/io/files.hpp"
#include "ricochet/text/text.hpp"
#include "sweep/member_lines.hpp"

#include <deque>
#include <stdexcept>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

bool of_impacts(const std::string& header) {
  return header.find(",impact,time,") != std::string::npos;
}

/// A row and the table that has it.
struct Found {
  const MemberLines* table = nullptr;
  const MemberLine* line = nullptr;
};

class Joining {
 public:
  explicit Joining(const std::vector<std::string>& files) {
    for (size_t i = 0; i < files.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (same_file(files[i], files[j]))
          refuse("--join: " + files[i] + " is named twice; give each part once");
    for (const std::string& file : files) tables_.emplace_back(file);
    for (const MemberLines& table : tables_) check(table);
    for (const MemberLines& table : tables_)
      for (const MemberLine& line : table.lines()) take(table, line);
    if (lines_.empty()) refuse("--join: the tables have no row; is a part missing?");
  }

  [[nodiscard]] Joined make() {
    const std::string& header = tables_.front().header();
    const bool impacts = of_impacts(header);
    if (!impacts) check_complete();
    sort_by_member(lines_);
    return {.table = table_of(header, lines_), .rows = lines_.size(), .impacts = impacts};
  }

 private:
  void check(const MemberLines& table) const {
    const std::string& header = tables_.front().header();
    if (table.header().empty()) refuse(table.path() + ": is empty; name the table of a part");
    if (table.header() != header)
      refuse(table.path() + ":1: belongs to another sweep than " + tables_.front().path() +
             ": its columns are '" + shortened(table.header(), 200) + "', expected '" +
             shortened(header, 200) + "'");
    if (table.cut_off())
      refuse(table.path() + ": its last row was cut off; make the part again, with --resume");
  }

  void take(const MemberLines& table, const MemberLine& line) {
    if (!first_.line) first_ = {&table, &line};
    if (line.sign != first_.line->sign)
      table.refuse(line, "belongs to another sweep than " + first_.table->path() + ": '" +
                             std::string(line.sign) + "', expected '" +
                             std::string(first_.line->sign) +
                             "'; join parts that differ in --part only");
    if (places_.empty()) places_.resize(members_of_sign(line.sign));
    if (line.member >= places_.size())
      table.refuse(line, "there is no member " + std::to_string(line.member) + " in a sweep of " +
                             std::to_string(places_.size()) + "; was the file changed?");
    Found& before = places_[line.member];
    const bool same_table = before.table == &table;
    if (before.line && !(same_table && of_impacts(table.header())))
      table.refuse(line, "member " + std::to_string(line.member) + " is also in " +
                             before.table->place(*before.line) + "; give each part once");
    before = {&table, &line};
    lines_.push_back(line);
  }

  void check_complete() const {
    size_t missing = 0, first = places_.size();
    for (size_t i = 0; i < places_.size(); ++i)
      if (!places_[i].line) {
        if (missing++ == 0) first = i;
      }
    if (missing > 0)
      refuse("--join: " + std::to_string(missing) + " of " + std::to_string(places_.size()) +
             " members are missing, the first of them is member " + std::to_string(first) +
             "; name all parts, and finish those that were stopped with --resume");
  }

  std::deque<MemberLines> tables_;
  std::vector<MemberLine> lines_ = {};
  std::vector<Found> places_ = {};
  Found first_ = {};
};

}  // namespace

Joined join_parts(const std::vector<std::string>& files) { return Joining(files).make(); }

}  // namespace ricochet::cli
