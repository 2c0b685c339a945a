#pragma once

#include "program/options/options.hpp"
#include "ricochet/io/checkpoint.hpp"
#include "ricochet/problem.hpp"
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
  Checkpoint from = {};  ///< where it begins: the start, or what an earlier run left; all settings
};

/// Refuses with std::invalid_argument or std::runtime_error whatever would go wrong.
[[nodiscard]] RunPlan make_run_plan(const Options& o, const std::string& default_backend = "ipopt");

}  // namespace ricochet::cli
