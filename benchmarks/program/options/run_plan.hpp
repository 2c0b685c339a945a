#pragma once

#include "program/options/options.hpp"
#include "program/options/setup.hpp"
#include "ricochet/io/checkpoint.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/stepper.hpp"

#include <memory>
#include <string>

namespace ricochet::cli {

/// A run with everything decided and checked; nothing is written yet.
struct RunPlan {
  Problem problem;
  std::unique_ptr<Stepper> stepper;
  Options options = {};
  double h = 0.0;  ///< [s]
  long steps = 0;  ///< from the original start
  bool resumed = false;
  double start_moved = 0.0;  ///< by --project-start, the positions [m]
  Checkpoint from = {};  ///< where it begins: the start, or what an earlier run left; all settings
};

/// A problem and its method, built once: everything symbolic. Runs of any step size and length are
/// planned from it.
struct Built {
  Setup setup;
  std::unique_ptr<Stepper> stepper;
};

/// The number of steps of a run of step size h; refuses none at all, and too many.
[[nodiscard]] long step_count(const Options& o, const Problem& problem, double h);

/// Refuses with std::invalid_argument what is wrong whatever the run is.
[[nodiscard]] Built build(const Options& o, const std::string& default_backend = "ipopt");

/// A run by a clone of the stepper. The options are those it was built with, but for h, the number
/// of steps, the start and the files.
[[nodiscard]] RunPlan make_run_plan(const Options& o, const Built& built);
/// The same by the stepper itself.
[[nodiscard]] RunPlan make_run_plan(const Options& o, Built&& built);

/// Refuses with std::invalid_argument or std::runtime_error whatever would go wrong.
[[nodiscard]] RunPlan make_run_plan(const Options& o, const std::string& default_backend = "ipopt");

}  // namespace ricochet::cli
