#pragma once

#include "limit/costs.hpp"
#include "limit/runs.hpp"

namespace ricochet::limit {

/// CPU time of this process so far [s].
[[nodiscard]] double processor_seconds();

struct TimeRequest {
  int rounds = 7;
  double seconds = 0.02;  ///< of a run in a round
};

/// CPU time of a step of each run, the median over rounds. In a round all runs take their turn, so
/// that noise of the machine meets all of them: ratios say more than times.
[[nodiscard]] std::vector<Time> time_steps(const std::vector<Run>& runs,
                                           const TimeRequest& request = {});

}  // namespace ricochet::limit
