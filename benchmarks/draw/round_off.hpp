#pragma once

#include "ricochet/run/sample.hpp"
#include "ricochet/system.hpp"

#include <vector>

namespace ricochet::cli {

// Errors so small beside what moves that their pattern means nothing. Pictures draw them as zero.

/// Errors of the energies of these samples up to here are round-off [J]: 1e-12 of the largest
/// energy that moves, kinetic or in all.
[[nodiscard]] double energy_round_off(const System& system, const std::vector<Sample>& samples,
                                      double energy_initial);

/// The same for momentum maps: 1e-12 of the largest of them, or of the largest momentum at a lever
/// as long as the largest coordinate, or 1.
[[nodiscard]] double momentum_round_off(const std::vector<Sample>& samples);

}  // namespace ricochet::cli
