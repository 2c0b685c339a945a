#pragma once

#include "program/options/run_plan.hpp"
#include "ricochet/io/csv.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// The tables a run streams to: trajectory, events, contacts. A resumed run continues its tables,
/// after cutting what lies beyond the checkpoint; a table that is not there yet begins with it.
class RunFiles {
 public:
  /// Opens all and writes what is known before the first step.
  explicit RunFiles(const RunPlan& plan);

  /// A step was made: number `step` of the whole run, counted from 0, which began at time t.
  void take(long step, double t, const Step& made);
  /// The run is over: `last` goes to the trajectory if it is not there yet.
  void finish(const Step& last);
  void flush();
  void close();

  /// Step at which the trajectory file begins, for the next checkpoint.
  [[nodiscard]] long out_begins() const { return out_begins_; }
  /// States that the trajectory held before this run continued it.
  [[nodiscard]] const std::vector<State>& earlier() const { return earlier_; }

 private:
  void open_trajectory(const RunPlan& plan);

  const System system_;
  long every_;
  long out_begins_ = 0, row_step_ = 0, made_ = 0;  // row_step_: step of the last row
  std::optional<CsvWriter> out_, events_, contacts_;
  std::vector<State> earlier_;
};

}  // namespace ricochet::cli
