#pragma once

#include "ricochet/contact/island_network.hpp"
#include "ricochet/contact/mass_factor.hpp"
#include "ricochet/linear/banded_solver.hpp"

namespace ricochet {

/// Moves positions onto many equalities, f(q + h M^-1 F(x) xi) = 0, by the chord method: the matrix
/// h F^T M^-1 F is that at x, factored once in the bands of its islands. It converges as fast as
/// the end of the step is near to x, in O(h).
class ChordProjection {
 public:
  explicit ChordProjection(const System& s);

  /// True if it pays for a system.
  [[nodiscard]] static bool pays(const System& s) { return s.k() > 24; }
  void set_parameters(const System& s);
  /// q and xi. False, with both as they were, where rows depend on each other, have no narrow band
  /// or are too curved.
  [[nodiscard]] bool solve(const Vector& x, double h, Vector& q, Vector& xi);
  /// True if the last solve() had independent rows in a narrow band.
  [[nodiscard]] bool regular() const { return regular_; }

 private:
  bool begin(const Vector& x);
  void correct(size_t island, double h);
  double missed();

  double length_;
  bool regular_ = false;
  Kernel equalities_;
  MassFactor masses_;
  ContactGradients gradients_;
  ContactIslands islands_;
  std::vector<IslandNetwork> networks_;  // per island
  std::vector<BandedSolver> solvers_;
  Vector theta_, f_, q_, xi_, frictionless_;
  Buffer y_;
};

}  // namespace ricochet
