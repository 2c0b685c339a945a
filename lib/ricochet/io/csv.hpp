#pragma once

#include "ricochet/io/files.hpp"
#include "ricochet/state.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

#include <cstdint>
#include <string>

namespace ricochet {

// Tables as text: numbers with 17 significant digits, which reproduce their bits; "\n" ends a row.
// Steps count from 0: step k leads from row k of a trajectory to row k + 1.

/// "t,q0,q1,...,p0,p1,..."
[[nodiscard]] std::string trajectory_header(Index n);
[[nodiscard]] std::string trajectory_row(const State& state);

/// "step,time,alpha,constraints,impulse,energy_before,energy_after"
[[nodiscard]] std::string events_header();
/// One row per impact of the step; empty if there is none. Constraint names and impulses are
/// separated by spaces, hence spaces inside a name become '_'.
[[nodiscard]] std::string events_rows(const System& system, long step, const Step& made);

/// A name as these rows write it.
[[nodiscard]] std::string in_one_word(std::string name);

/// "step,t,predicted,smooth,held,weak,certificate"; t is the time at the start of the step, sets
/// are indices separated by spaces.
[[nodiscard]] std::string contacts_header();
[[nodiscard]] std::string contacts_row(long step, double t, const Step& made);

/// A table that grows by rows and can be continued by a later run.
class CsvWriter {
 public:
  CsvWriter(const std::string& path, const std::string& header);
  /// Keeps the first `kept` bytes of the file, see KeptRows.
  CsvWriter(const std::string& path, std::uintmax_t kept) : file_(path, kept) {}

  void write(const std::string& rows) { file_.write(rows); }
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

/// What stays of a table when a run is continued.
struct KeptRows {
  std::uintmax_t bytes = 0;   ///< length of the header and the rows that stay
  long rows = 0;              ///< how many rows that is
  std::string last_row = {};  ///< the last one, with its line end; empty if there is none
};

// These functions change no file. They throw std::invalid_argument if the file is not the one of
// that run.

/// The header and the first `rows` rows.
[[nodiscard]] KeptRows first_rows(const std::string& path, const std::string& header, long rows);
/// The header and the rows whose first column is below `step`.
[[nodiscard]] KeptRows rows_before_step(const std::string& path, const std::string& header,
                                        long step);

}  // namespace ricochet
