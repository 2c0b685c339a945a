#pragma once

#include "program/console.hpp"
#include "program/options/run_plan.hpp"
#include "ricochet/run/recorded_run.hpp"
#include "ricochet/run/run_measures.hpp"

#include <functional>
#include <string>

namespace ricochet::cli {

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

/// A recorded run of a problem.
struct ProblemRun : RecordedRun {
  std::string label = {}, command = {};
  Problem problem;
};

/// The recipe of a plan: its numbers, its files and settings; samples and callbacks are left as
/// they are by default.
[[nodiscard]] RunRecipe recipe_of(const RunPlan& plan);

/// Makes the run. `backend` solves its steps where the stepper has one and the words name none.
[[nodiscard]] ProblemRun record(const RunRequest& request, const std::string& backend,
                                Console& console, bool quiet,
                                const std::function<bool()>& stop_requested);

/// The same with everything decided.
[[nodiscard]] ProblemRun record(RunPlan plan, const RunRequest& request, Console& console,
                                bool quiet, const std::function<bool()>& stop_requested);

}  // namespace ricochet::cli
