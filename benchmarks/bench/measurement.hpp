#pragma once

#include "bench/suites.hpp"
#include "ricochet/io/report.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/state.hpp"
#include "ricochet/text/settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// One case by one method and backend.
struct Trial {
  BenchCase problem = {};
  std::string method = {};  ///< with its options: "gvi --energy numerical"
  std::string backend = {};
  BenchLimits limits = {};

  [[nodiscard]] std::string name() const;  ///< "cradle n=20 with gvi, automatic"
};

/// A row of a benchmark: what came of a trial.
struct Measurement {
  Trial trial = {};
  // Of a trial that ran:
  Index n = 0, m = 0, k = 0;  ///< coordinates, inequalities, equalities
  double h = 0.0;             ///< step [s]
  long steps_wanted = 0;
  /// Of the step that ended it, or `refused`, `not_tried`, or `cut` by a limit.
  std::string status = {};
  std::string message = {};     ///< why it did not reach its end; empty if it did
  double seconds_median = 0.0;  ///< per step
  double seconds_mean = 0.0;
  double seconds_setup = 0.0;  ///< to build problem and method
  double wall_seconds = 0.0;   ///< of the run, set-up excluded
  bool logs_impacts = false;   ///< the method says when there is an impact
  RunSummary summary = {};
  Settings settings = {};  ///< everything in force
  State end = {};          ///< the last certified state

  [[nodiscard]] bool ok() const;       ///< it reached its end, every step certified
  [[nodiscard]] bool refused() const;  ///< the method cannot take the problem
  [[nodiscard]] bool cut() const;
  [[nodiscard]] bool tried() const;  ///< false: a smaller case has shown that it would be cut
  [[nodiscard]] bool ran() const { return tried() && !refused(); }
  [[nodiscard]] bool stepped() const { return summary.steps > 0; }  ///< there are errors to judge
  [[nodiscard]] double ipopt_iterations() const;                    ///< per step
  [[nodiscard]] double newton_iterations() const;                   ///< per step
  [[nodiscard]] double energy_band() const;     ///< largest minus smallest energy [J]; NaN: unknown
  [[nodiscard]] double violation() const;       ///< worst of penetration and |f| [m]
  [[nodiscard]] double momentum_error() const;  ///< largest; NaN: no momentum map
};

using Measurements = std::vector<Measurement>;

/// Makes the trial; only the steps themselves are timed. A case that a method cannot take, and one
/// that is cut, is a row, too.
[[nodiscard]] Measurement measure(const Trial& trial, const std::function<bool()>& stop_requested);

/// The row of a trial that is not to be tried after one of its kind with fewer bodies: that was
/// cut by no smaller a limit, or took so long to build that this one, at quadratic growth, could
/// not be built in time.
[[nodiscard]] std::optional<Measurement> untried(const Trial& trial, const Measurement& smaller);

/// From which `run --from` repeats a trial that ran.
[[nodiscard]] Report report_of(const Measurement& row);

}  // namespace ricochet::cli
