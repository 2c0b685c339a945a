#pragma once

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/run/recorded_run.hpp"
#include "ricochet/run/run_recipe.hpp"
#include "ricochet/run/run_tables.hpp"
#include "ricochet/run/sampler.hpp"
#include "ricochet/run/step_clock.hpp"
#include "ricochet/run/stopwatch.hpp"

#include <string>

namespace ricochet {

/// Records the steps of a run that the caller makes: measures every step, writes the tables, keeps
/// samples, saves checkpoints and reports the progress. Recording makes the steps, too.
class Recorder {
 public:
  /// A run that begins at the state of `from`; `resumed`: its earlier steps and tables are
  /// continued.
  Recorder(const System& system, const Checkpoint& from, bool resumed, const RunRecipe& recipe);

  void begin() { clock_.start(); }  ///< the first step is about to be made
  void take(const Step& made);      ///< a step was made, the next one is about to be
  /// The run ended: `last` is its last certified step, `end` the report of the last step tried.
  /// Writes the last rows, checkpoint and report.
  [[nodiscard]] RecordedRun finish(const Step& last, const StepReport& end,
                                   const std::string& message);

  [[nodiscard]] const RunSummary& summary() const { return monitor_.summary(); }

 private:
  using Clock = StepClock::Clock;

  void tell(Clock::time_point now);
  void save_point(const Step& now);
  void write_report(const RecordedRun& run) const;
  [[nodiscard]] double wall_seconds() const { return wall_before_ + wall_.seconds(); }

  RunRecipe recipe_;
  RunTables tables_;
  Monitor monitor_;
  Sampler sampler_;
  ProgressMeter meter_;
  double wall_before_;  // of the runs before [s]
  double t_;            // of the last step [s]
  Stopwatch wall_ = {};
  StepClock clock_ = {};
  Clock::time_point saved_ = {};
};

}  // namespace ricochet
