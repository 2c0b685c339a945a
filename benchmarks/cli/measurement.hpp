#pragma once

#include "cli/picture.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/problem.hpp"
#include "ricochet/status.hpp"

#include <functional>
#include <optional>
#include <string>

namespace ricochet::cli {

/// A row of a benchmark: a problem run by its own method with one backend.
struct Measurement {
  std::string problem = {}, stepper = {}, backend = {};
  Index n = 0, m = 0, k = 0;  ///< coordinates, inequalities, equalities
  long steps_wanted = 0;
  std::string status = {};      ///< of the step that ended it
  std::string message = {};     ///< why it failed; empty if it did not
  double seconds_median = 0.0;  ///< per step
  double seconds_mean = 0.0;
  RunSummary summary = {};

  [[nodiscard]] bool ok() const { return status == to_string(StepStatus::converged); }
  [[nodiscard]] double ipopt_iterations() const;   ///< per step
  [[nodiscard]] double newton_iterations() const;  ///< per step
  [[nodiscard]] double energy_band() const;        ///< largest minus smallest energy [J]
};

/// Runs at most `steps` steps; only the steps themselves are timed. A backend that cannot take the
/// problem is a failed row.
[[nodiscard]] Measurement measure(const std::string& name, const Problem& problem,
                                  const std::string& backend, long steps, Picture* picture,
                                  const std::function<bool()>& stop_requested);

}  // namespace ricochet::cli
