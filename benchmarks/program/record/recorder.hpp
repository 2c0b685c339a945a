#pragma once

#include "draw/picture.hpp"
#include "program/progress_line.hpp"
#include "program/record/run_files.hpp"
#include "ricochet/io/report.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/trajectory.hpp"

#include <chrono>
#include <optional>

namespace ricochet::cli {

/// Watches a run: measures every step, streams the tables, saves checkpoints, shows progress, and
/// at the end writes report and picture.
class Recorder {
 public:
  Recorder(const RunPlan& plan, Console& console);

  void take(const Step& made);
  /// Writes everything that is due at the end, however the run ended.
  void finish(const StepReport& end, const std::string& message);

  [[nodiscard]] const RunSummary& summary() const { return monitor_.summary(); }
  [[nodiscard]] const Step& last() const { return last_; }
  [[nodiscard]] double wall_seconds() const;

 private:
  void save_point();
  [[nodiscard]] double energy_error() const;

  using Clock = std::chrono::steady_clock;

  const RunPlan& plan_;
  Settings settings_;
  RunFiles files_;
  Monitor monitor_;
  std::optional<Picture> picture_;
  ProgressLine progress_;
  Step last_;
  Clock::time_point begin_, saved_;
  std::optional<Clock::time_point> end_;  // set when the last step is made
};

}  // namespace ricochet::cli
