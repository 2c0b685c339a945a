#pragma once

#include "ricochet/start.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/trajectory.hpp"

#include <functional>

namespace ricochet {

struct SimulateOptions {
  double h = 0.0;  ///< step size [s], > 0
  long steps = 0;  ///< steps to make, >= 0
  long every = 1;  ///< record every K-th step; 0 records only the start and the last one
  long certify_every =
      1;  ///< judge every K-th step as a whole, see Stepper::certify_steps; 0: none
  bool violated_start = false;  ///< take a State that violates constraints, see violations
  std::function<void(const Step&)> on_step = {};  ///< called after every certified step
  std::function<bool()> stop_requested = {};      ///< asked before every step
};

/// Fixed steps from a start until the end, the first failure or a stop request; keeps everything
/// computed. Wrong options and an unusable start throw std::invalid_argument before any work.
///
/// A stored Step continues a run bit for bit, whatever it violates. A State begins a run. It is
/// refused if its energy is not finite, or if it violates constraints by more than the tolerances;
/// `project(system, state)` gives the nearest State that does not (project.hpp).
///
/// Where the energy of a run is that of its steps (diagnostics.hpp), the start is given the energy
/// of the first one.
[[nodiscard]] Trajectory simulate(Stepper& stepper, const Step& start,
                                  const SimulateOptions& options);
[[nodiscard]] Trajectory simulate(Stepper& stepper, const State& start,
                                  const SimulateOptions& options);

}  // namespace ricochet
