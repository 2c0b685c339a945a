#pragma once

#include <string>
#include <vector>

namespace ricochet {

/// How the attempt to reach an end from one guess ended.
enum class ShotStatus {
  converged,                ///< the simulated path meets the end conditions
  simulation_failed,        ///< a path on the way could not be simulated
  not_single_impacts,       ///< a path on the way has contacts that last or are hit at once
  other_sequence,           ///< the guess has another sequence of impacts than the one asked for
  unreachable,              ///< near the guess the sequence of impacts excludes the end
  no_convergence,           ///< the program over the path did not converge
  sequence_does_not_occur,  ///< the program's path is not what a simulation from its start gives
  step_border,  ///< an impact would fall on the border of two steps, where the end jumps
  wrong_side,   ///< the end is met, but in the opposite direction
  interrupted,  ///< stopped on request
};

/// As scripts read it: "step_border", ...
[[nodiscard]] std::string to_string(ShotStatus status);
/// Cause and cure.
[[nodiscard]] std::string explain(ShotStatus status);
[[nodiscard]] const std::vector<ShotStatus>& all_shot_statuses();

}  // namespace ricochet
