#pragma once

#include "program/options/run_plan.hpp"

#include <functional>
#include <vector>

namespace ricochet::cli {

/// The positions of a run at multiples of h.
struct Refined {
  std::vector<Vector> positions = {};  ///< empty if a step failed
  size_t smooth = 0;                   ///< of them before a contact acts that was open at the start
  double seconds = 0.0;                ///< in the steps
};

/// The options of a run of `steps` steps of size h, each cut into 2^level.
[[nodiscard]] Options refined_options(Options o, double h, long steps, int level);

/// Makes the run of such options; the steps only, nothing symbolic.
[[nodiscard]] Refined refined(RunPlan& plan, int level,
                              const std::function<bool()>& stop_requested = {});

/// Mean distance of positions over the first rows: a single time is at the mercy of where an impact
/// falls inside a step.
[[nodiscard]] double distance(const Refined& a, const Refined& b, size_t rows);

}  // namespace ricochet::cli
