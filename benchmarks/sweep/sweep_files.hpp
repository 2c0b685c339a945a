#pragma once

#include "ricochet/io/csv.hpp"
#include "sweep/member_lines.hpp"
#include "sweep/sweep_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// The tables of a sweep while it is made. Members come in any order and each is on the disk when
/// its rows were taken; `finish` puts them in order. A process that is killed loses the members
/// under way only.
class SweepFiles {
 public:
  /// New tables, or those that --resume continues. Throws std::invalid_argument, before anything is
  /// changed, for tables of another sweep.
  explicit SweepFiles(const SweepPlan& plan);

  /// Members that are there already.
  [[nodiscard]] const std::vector<bool>& done() const { return done_; }  ///< from plan.first() on
  [[nodiscard]] size_t done_count() const { return done_count_; }

  void take(const std::string& row, const std::string& impact_rows);
  /// Closes the tables and puts their rows in order of members.
  void finish();

 private:
  void open();
  void continue_tables();
  void take_members(const MemberLines& table);

  const SweepPlan& plan_;
  const std::string header_, impact_header_;
  std::vector<bool> done_;
  size_t done_count_ = 0;
  std::optional<CsvWriter> table_, impacts_;
};

}  // namespace ricochet::cli
