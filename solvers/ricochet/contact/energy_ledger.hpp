#pragma once

#include <algorithm>
#include <cmath>

namespace ricochet {

/// The books of a reflection: every pass conserves E, or H where E allows no impulse, or loses what
/// its restitution says.
struct EnergyLedger {
  double start = 0.0;     ///< E before the first pass [J]
  double changed = 0.0;   ///< what passes that conserve H, or lose energy, added to E
  double mismatch = 0.0;  ///< what those passes missed H by

  /// A pass that conserves H: both energies before and after it.
  void add_kinetic(double E_before, double E_after, double H_before, double H_after) {
    changed += E_after - E_before;
    mismatch += std::abs(H_after - H_before);
  }
  /// The relative mismatch of what was to be conserved, with the E and the kinetic energy of the
  /// end. Kinetic energy is what a reflection turns; a share of |E| covers the round-off of a
  /// large potential.
  [[nodiscard]] double close(double E_end, double kinetic) const {
    const double scale = std::max(kinetic, 1e-3 * std::abs(start));
    return (mismatch + std::abs(E_end - start - changed)) / std::max(scale, 1e-300);
  }
};

}  // namespace ricochet
