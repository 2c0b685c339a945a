#pragma once

#include "program/console.hpp"
#include "sweep/sweep_plan.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace ricochet::cli {

/// What became of the members of a part.
struct SweepOutcome {
  size_t members = 0;  ///< of the part
  size_t before = 0;   ///< were there when the sweep was resumed
  size_t made = 0;     ///< now
  size_t failed = 0;   ///< of these
  size_t first_failed = 0;
  std::string failure = {};  ///< of that one
  double wall_seconds = 0.0;

  [[nodiscard]] bool complete() const { return before + made == members; }
};

/// Makes the members of the part that are not there yet and writes their rows.
[[nodiscard]] SweepOutcome make_sweep(const SweepPlan& plan, Console& console,
                                      const std::function<bool()>& stop_requested);

}  // namespace ricochet::cli
