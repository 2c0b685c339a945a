#pragma once

#include "program/options/run_plan.hpp"
#include "ricochet/run/refinement.hpp"

#include <functional>

namespace ricochet::cli {

/// The options of a run of `steps` steps of size h, each cut into 2^level.
[[nodiscard]] Options refined_options(Options o, double h, long steps, int level);

/// The run of the plan of such options. The plan must outlive it.
[[nodiscard]] Refinement refinement_of(const RunPlan& plan, int level,
                                       const std::function<bool()>& stop_requested = {});

}  // namespace ricochet::cli
