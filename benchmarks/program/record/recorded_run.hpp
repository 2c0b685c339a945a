#pragma once

#include "program/console.hpp"
#include "program/options/run_plan.hpp"
#include "ricochet/monitor.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::cli {

/// A recorded state with what was measured there.
struct Sample {
  State state = {};
  double energy = 0.0;                           ///< [J]
  double energy_least = 0.0, energy_most = 0.0;  ///< over the steps since the sample before [J]
  Vector momenta = {};                           ///< momentum maps
  Vector gaps = {};                              ///< g(q) [m]
};

/// A step in which impacts were located.
struct ImpactStep {
  double energy_before = 0.0, energy_after = 0.0;  ///< of the system at the ends of the step [J]
  std::vector<Impact> impacts = {};
};

/// A run of `ricochet run`, asked for in the words of its command line.
struct RunRequest {
  std::string label = {};  ///< unique in its figure; names the table
  std::string words = {};  ///< "pogo --stepper hybrid --time 546"; unused where a plan is given
  bool may_fail = false;   ///< a failed step is what the figure shows
  long most_samples = 20000;
  std::function<void(const Step&)> watch = {};  ///< sees every step
  bool table = true;                            ///< write its samples
  bool impacts = false;                         ///< keep every impact
};

struct RecordedRun {
  std::string label = {}, command = {};
  Problem problem;
  Settings settings = {};
  double h = 0.0;  ///< [s]
  long steps_wanted = 0;
  std::vector<Sample> samples = {};           ///< thinned: every K-th step, and the last one
  std::vector<ImpactStep> impact_steps = {};  ///< if asked for
  RunSummary summary = {};                    ///< of every step
  Vector gaps_least = {}, gaps_most = {};     ///< of every entry of g over every step [m]
  double seconds_per_step = 0.0;              ///< median, of the steps alone [s]
  double seconds_mean = 0.0;                  ///< mean, of the steps alone [s]
  StepReport end = {};
  std::string message = {};  ///< how it ended

  [[nodiscard]] bool ok() const { return end.ok(); }
  [[nodiscard]] double end_time() const { return samples.back().state.t; }  ///< [s]
};

/// Makes the run. `backend` solves its steps where the stepper has one and the words name none.
[[nodiscard]] RecordedRun record(const RunRequest& request, const std::string& backend,
                                 Console& console, bool quiet,
                                 const std::function<bool()>& stop_requested);

/// A run in two parts. What is symbolic happens when it is built, finished and destroyed, so that
/// a thread needs lock_symbolics() for these; the steps between them are numbers only.
class Recording {
 public:
  Recording(RunPlan plan, const RunRequest& request);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  void make(Console& console, bool quiet, const std::function<bool()>& stop_requested);
  [[nodiscard]] RecordedRun finish();  ///< once, after make()

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The same with everything decided.
[[nodiscard]] RecordedRun record(RunPlan plan, const RunRequest& request, Console& console,
                                 bool quiet, const std::function<bool()>& stop_requested);

/// A number of every sample.
[[nodiscard]] std::vector<double> series(const RecordedRun& run,
                                         const std::function<double(const Sample&)>& of);
[[nodiscard]] std::vector<double> times(const RecordedRun& run);
/// All impacts that were kept, in order of time.
[[nodiscard]] std::vector<Impact> impacts(const RecordedRun& run);

// Relative to the energy at the start, over every step of the run.

[[nodiscard]] double relative_energy(const RecordedRun& run, double energy);
[[nodiscard]] double energy_band(const RecordedRun& run);  ///< largest minus smallest
[[nodiscard]] double largest_energy_error(const RecordedRun& run);
[[nodiscard]] double energy_drift(const RecordedRun& run);  ///< fitted slope times duration
/// How far the mean energy of a hundredth of the run departs from that of the first hundredth:
/// blind to the bounded oscillation of symplectic methods [J].
[[nodiscard]] double energy_walk(const RecordedRun& run);
/// Largest error of a momentum map over its start value.
[[nodiscard]] double momentum_error(const RecordedRun& run, size_t map);

}  // namespace ricochet::cli
