#pragma once

#include "ricochet/monitor.hpp"
#include "ricochet/run/progress.hpp"
#include "ricochet/run/sample.hpp"
#include "ricochet/stepper.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// What distinguishes one run of an ensemble from the others.
struct EnsembleMember {
  State start = {};
  std::vector<double> values = {};  ///< of EnsembleRecipe::parameters, in their order
  std::optional<double> h = {};     ///< step size [s], where it is not the recipe's
  std::optional<long> steps = {};   ///< where there are not as many as in the recipe
};

struct MemberRun;

/// Many runs of one method on one system, from different starts and with different parameters.
struct EnsembleRecipe {
  double h = 0.0;                            ///< step size [s], > 0
  long steps = 0;                            ///< of every member that has no number of its own
  std::vector<std::string> parameters = {};  ///< names of those that differ among members
  size_t members = 0;
  /// Start and values of a member, counted from 0. Several threads may call it at the same time. It
  /// computes with numbers only, see lock_symbolics().
  std::function<EnsembleMember(size_t)> member = {};

  SampleOptions samples = {.every = 0};  ///< what stays in memory of a member
  long certify_every = 1;                ///< steps judged as a whole, see SimulateOptions
  bool violated_start = false;           ///< take starts that violate constraints
  size_t threads = 0;                    ///< 0: one for each core
  OnProgress on_progress = {};           ///< counts members, in the calling thread
  double progress_interval = 0.1;        ///< wall time between calls of on_progress [s]
  /// Called with a member as soon as it ended, by the thread that made it: several threads may call
  /// it at the same time, and in any order. What it throws ends the ensemble.
  std::function<void(const MemberRun&)> on_end = {};
  /// Asked before every step, by all threads. Members under way end as `interrupted`, those not yet
  /// begun are left out.
  std::function<bool()> stop_requested = {};
};

/// What a member made and how it ended. A start or a value that is refused is no exception: the
/// member ends as `invalid_input` before its first step, and the message says why. Its summary is
/// empty.
struct MemberRun : RunSamples {
  size_t member = 0;
  EnsembleMember of = {};
  RunSummary summary = {};  ///< of every step
  Step last = {};           ///< the last certified step; another run may start from it
  StepReport end = {};      ///< of the last step tried; ok if the member reached its end
  std::string message = {};
  double seconds = 0.0;  ///< wall time

  [[nodiscard]] bool ok() const { return end.ok(); }
};

/// The runs in order of members. They have the same bits for any number of threads, and those of a
/// single run, but for `seconds`. Every thread has a clone of the stepper, and no member needs
/// symbolic work or waits for the lock of symbols.
///
/// Throws std::invalid_argument for a wrong recipe before any run, and what `member` throws. Not
/// even a refused member makes the others depend on the thread they run in.
[[nodiscard]] std::vector<MemberRun> run_ensemble(const Stepper& stepper,
                                                  const EnsembleRecipe& recipe);

/// The same for ensembles of any size: hands every run over, in order of members and in the calling
/// thread, and keeps none.
void run_ensemble(const Stepper& stepper, const EnsembleRecipe& recipe,
                  const std::function<void(MemberRun&&)>& take);

}  // namespace ricochet
