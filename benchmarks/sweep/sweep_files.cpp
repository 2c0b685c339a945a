#include "sweep/sweep_files.hpp"

#include "ricochet/text/text.hpp"
#include "sweep/sweep_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

namespace ricochet::cli {
namespace {

namespace fs = std::filesystem;

const std::string cure =
    "; give the options it was begun with, or leave --resume out to begin anew";

bool has_content(const std::string& path) {
  std::error_code ignored;
  return !path.empty() && fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) > 0;
}

/// Refuses a table of another sweep.
void check_table(const MemberLines& table, const std::string& header, const std::string& sign) {
  if (table.header().empty()) return;  // it was cut off in its first line
  if (table.header() != header)
    throw std::invalid_argument(table.path() + ":1: belongs to another sweep: its columns are '" +
                                shortened(table.header(), 200) + "', expected '" +
                                shortened(header, 200) + "'" + cure);
  for (const MemberLine& line : table.lines())
    if (line.sign != sign)
      table.refuse(line, "belongs to another sweep: '" + std::string(line.sign) + "', expected '" +
                             sign + "'" + cure);
}

/// Puts the rows of a file in order.
void sort_file(const std::string& path) {
  const MemberLines table(path);
  std::vector<MemberLine> lines = table.lines();
  const auto before = [](const MemberLine& a, const MemberLine& b) { return a.member < b.member; };
  if (std::is_sorted(lines.begin(), lines.end(), before)) return;
  sort_by_member(lines);
  write_atomically(path, table_of(table.header(), lines));
}

/// Opens a table that has these lines; what else is in the file goes.
void continue_with(const MemberLines& table, const std::string& header,
                   const std::vector<MemberLine>& lines, std::optional<CsvWriter>& writer) {
  const std::string kept = table_of(header, lines);
  if (lines.size() != table.lines().size() || table.header().empty())
    write_atomically(table.path(), kept);
  writer.emplace(table.path(), kept.size());
}

}  // namespace

SweepFiles::SweepFiles(const SweepPlan& plan)
    : plan_(plan),
      header_(join(sweep_columns(plan.members.names(), plan.coordinates), ",")),
      impact_header_(join(impact_columns(plan.members.names(), plan.coordinates), ",")),
      done_(plan.end() - plan.first(), false) {
  if (plan.options.go_on && has_content(plan.options.out))
    continue_tables();
  else
    open();
}

void SweepFiles::open() {
  table_.emplace(plan_.options.out, header_);
  table_->flush();
  if (plan_.options.impacts.empty()) return;
  impacts_.emplace(plan_.options.impacts, impact_header_);
  impacts_->flush();
}

void SweepFiles::take_members(const MemberLines& table) {
  for (const MemberLine& line : table.lines()) {
    if (line.member < plan_.first() || line.member >= plan_.end())
      table.refuse(line, "member " + std::to_string(line.member) + " is not of part " +
                             std::to_string(plan_.part.number) + "/" +
                             std::to_string(plan_.part.of) + ", which has members " +
                             std::to_string(plan_.first()) + " to " +
                             std::to_string(plan_.end() - 1) + "; name the file of this part");
    if (done_[line.member - plan_.first()])
      table.refuse(line, "member " + std::to_string(line.member) +
                             " is there twice; leave --resume out to begin anew");
    done_[line.member - plan_.first()] = true;
    ++done_count_;
  }
}

void SweepFiles::continue_tables() {
  const Options& o = plan_.options;
  const MemberLines table(o.out);
  check_table(table, header_, plan_.sign);
  take_members(table);
  if (o.impacts.empty()) {
    continue_with(table, header_, table.lines(), table_);
    return;
  }
  if (!has_content(o.impacts) && done_count_ > 0)
    throw std::invalid_argument(o.impacts + ": is missing or empty, but " + o.out + " has " +
                                std::to_string(done_count_) +
                                " members, whose impacts were in it; leave --resume out to begin "
                                "anew");
  if (!has_content(o.impacts)) {
    open();
    return;
  }
  const MemberLines impacts(o.impacts);
  check_table(impacts, impact_header_, plan_.sign);
  std::vector<MemberLine> kept;  // rows of members that were under way go
  for (const MemberLine& line : impacts.lines()) {
    const bool ours = line.member >= plan_.first() && line.member < plan_.end();
    if (!ours)
      impacts.refuse(line, "member " + std::to_string(line.member) + " is not of this part; name " +
                               "the file of this part");
    if (done_[line.member - plan_.first()]) kept.push_back(line);
  }
  continue_with(table, header_, table.lines(), table_);
  continue_with(impacts, impact_header_, kept, impacts_);
}

/// Impacts first: a member whose row is there has all of its impacts.
void SweepFiles::take(const std::string& row, const std::string& impact_rows) {
  if (impacts_ && !impact_rows.empty()) {
    impacts_->write(impact_rows);
    impacts_->flush();
  }
  table_->write(row);
  table_->flush();
}

void SweepFiles::finish() {
  for (auto* table : {&table_, &impacts_})
    if (*table) (*table)->close();
  for (const std::string& path : {plan_.options.out, plan_.options.impacts}) {
    std::error_code ignored;
    if (!path.empty() && fs::is_regular_file(path, ignored)) sort_file(path);
  }
}

}  // namespace ricochet::cli
