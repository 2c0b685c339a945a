#pragma once

#include "ricochet/certify/reaction_space.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The velocity that equalities and nonholonomic rows leave of a momentum at a position: v = M^-1 p
/// - M^-1 C nu with C^T v = 0, C = (F, omega^T).
class ConstrainedVelocity {
 public:
  explicit ConstrainedVelocity(const System& s);

  void set_parameters(const System& s);
  /// p may change.
  void find(const Vector& x, Vector& p, Vector& v);

 private:
  Kernel gradients_;
  Vector theta_;
  ReactionSpace reactions_;
};

}  // namespace ricochet
