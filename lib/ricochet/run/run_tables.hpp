#pragma once

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/run/run_recipe.hpp"
#include "ricochet/system.hpp"

#include <array>
#include <optional>
#include <string>

namespace ricochet {

/// The tables to which steps are streamed: trajectory, events, contacts. Each exists if its file
/// has a name.
class RunTables {
 public:
  /// New tables, with their headers only.
  RunTables(const System& system, const RunFiles& files, long every);
  /// The tables of a resumed run of step size h: rows beyond the checkpoint are cut. A table that
  /// does not exist yet begins at the checkpoint. Throws std::invalid_argument, before anything is
  /// cut, if the trajectory is not the one of that run.
  RunTables(System system, const RunFiles& files, long every, const Checkpoint& from, double h);

  /// The first row of a new trajectory.
  void start(const State& state);
  /// A step was made: number `step` of the whole run, counted from 0, which began at time t.
  void take(long step, double t, const Step& made);
  /// The run ended: `last` is written to the trajectory if it is not there yet.
  void finish(const Step& last);
  void flush();
  void close();

  /// Step at which the trajectory begins, for the next checkpoint.
  [[nodiscard]] long begins() const { return begins_; }

 private:
  [[nodiscard]] std::array<std::optional<CsvWriter>*, 3> all();

  const System system_;
  long every_;
  long begins_ = 0, row_step_ = 0, made_ = 0;  // row_step_: step of the last row
  std::optional<CsvWriter> trajectory_, events_, contacts_;
};

/// The step at which the trajectory of a stored run begins.
[[nodiscard]] long table_begins(const Settings& stored);
/// Stores it.
void set_table_begins(Settings& settings, long step);

}  // namespace ricochet
