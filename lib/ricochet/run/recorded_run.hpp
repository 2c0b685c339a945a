#pragma once

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/run/run_recipe.hpp"
#include "ricochet/run/sample.hpp"
#include "ricochet/stepper.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// What a run made and how it ended. A resumed run has the summary, the step count and the wall
/// time of the whole run; its samples begin where it was resumed.
struct RecordedRun : RunSamples {
  Settings settings = {};  ///< as checkpoints and the report have them
  double h = 0.0;          ///< [s]
  long steps_wanted = 0;
  RunSummary summary = {};        ///< of every step
  double seconds_per_step = 0.0;  ///< median, of the steps alone [s]
  double seconds_mean = 0.0;      ///< mean, of the steps alone [s]
  double wall_seconds = 0.0;
  Step last = {};            ///< the last certified step; a new run may start from it
  StepReport end = {};       ///< of the last step tried; ok if the run reached its end
  std::string message = {};  ///< one paragraph: how far the run came, why it ended, what cures it

  [[nodiscard]] bool ok() const { return end.ok(); }
  [[nodiscard]] double end_time() const { return last.state.t; }  ///< [s]
};

// These make a whole run. They throw std::invalid_argument for wrong use and for files of another
// run before the first step, and std::runtime_error if a file cannot be written or read. A step
// that fails is no exception: the run ends, and what was computed is written.

/// A State that misses the constraints is refused, as simulate does; a Step is continued as it is.
[[nodiscard]] RecordedRun record(Stepper& stepper, const Step& start, const RunRecipe& recipe);
[[nodiscard]] RecordedRun record(Stepper& stepper, const State& start, const RunRecipe& recipe);
/// Continues the run of a checkpoint or a report bit for bit. Its tables are cut at the checkpoint
/// and continued. The recipe must be the one of that run; only the number of steps, the files and
/// what is kept may differ.
[[nodiscard]] RecordedRun resume(Stepper& stepper, const std::string& file,
                                 const RunRecipe& recipe);

/// A run in parts, for programs with several threads. All symbolic work is done in the constructor
/// and the destructor, for which a thread needs the lock of symbols; make() and finish() compute
/// with numbers only. The stepper must outlive it.
class Recording {
 public:
  Recording(Stepper& stepper, const Step& start, const RunRecipe& recipe);
  Recording(Stepper& stepper, const Checkpoint& from, const RunRecipe& recipe);  ///< resumes
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  void make();                         ///< the steps
  [[nodiscard]] RecordedRun finish();  ///< once, after make(): completes the files

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ricochet
