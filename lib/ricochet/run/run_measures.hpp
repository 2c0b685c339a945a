#pragma once

#include "ricochet/run/recorded_run.hpp"

#include <functional>
#include <vector>

namespace ricochet {

// Numbers of a recorded run.

/// A number of every sample.
[[nodiscard]] std::vector<double> series(const RecordedRun& run,
                                         const std::function<double(const Sample&)>& of);
[[nodiscard]] std::vector<double> times(const RecordedRun& run);
/// All impacts that were kept, in order of time.
[[nodiscard]] std::vector<Impact> impacts(const RecordedRun& run);

// Relative to the energy at the start, over every step of the run.

[[nodiscard]] double relative_energy(const RecordedRun& run, double energy);
[[nodiscard]] double energy_band(const RecordedRun& run);  ///< largest minus smallest
[[nodiscard]] double largest_energy_error(const RecordedRun& run);
[[nodiscard]] double energy_drift(const RecordedRun& run);  ///< fitted slope times duration
/// Largest distance of the mean energy of a hundredth of the samples from that of the first
/// hundredth, not relative [J]. The bounded oscillation of symplectic methods does not count.
[[nodiscard]] double energy_walk(const RecordedRun& run);
/// Largest error of a momentum map over its start value.
[[nodiscard]] double momentum_error(const RecordedRun& run, size_t map);

}  // namespace ricochet
