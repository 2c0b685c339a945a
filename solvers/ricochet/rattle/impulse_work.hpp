#pragma once

#include "ricochet/contact/contact_islands.hpp"
#include "ricochet/contact/mass_factor.hpp"

namespace ricochet {

/// The work of impulses at both ends of a step with a constant mass matrix, island by island.
/// Impulses I that turn the velocity v into v' raise the kinetic energy by exactly I^T (v + v')
/// / 2. The step is that of Verlet's rule from (q0, p0 + I1) to (q1, p_c), and I2 acts where it
/// ends:
///
///   W = I1^T (v0 + v_a) / 2 + I2^T (v_c + v1) / 2,   v_a = v0 + M^-1 I1
///
/// The energy of the step changes by W and by what Verlet's rule misses, O(h^3). Without a
/// potential it changes by W.
class ImpulseWork {
 public:
  explicit ImpulseWork(Index n);

  /// I1 and v0.
  void first(const MassFactor& masses, const Vector& impulse, const Vector& v0);
  /// The momentum and the velocity v_c before the second stage.
  void second(const Vector& p, const Vector& v);
  /// W of an island, with its parts of I2 and v1.
  [[nodiscard]] double of(const Island& island, const Eigen::Ref<const Vector>& impulse,
                          const Eigen::Ref<const Vector>& v1) const;
  /// What round-off of W scales with: the energies that an island has and that impulses move.
  [[nodiscard]] double size(const Island& island) const;

 private:
  Vector first_, kicked_;  // the work of I1, coordinate by coordinate; M^-1 I1
  Vector p_, v_;           // before the second stage
};

}  // namespace ricochet
