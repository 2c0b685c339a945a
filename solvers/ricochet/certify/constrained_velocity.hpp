#pragma once

#include "ricochet/certify/reaction_space.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The velocity that equalities and nonholonomic rows leave of a momentum at a position: v = M^-1 p
/// - M^-1 C nu with C^T v = 0, C = (F, omega^T).
///
/// Many constraints that act on their neighbours only are solved by an LDL^T factorization of C^T
/// M^-1 C, written out in symbols once. Its diagonal is raised a little, for rows that depend on
/// each other; the answer is corrected by what that misses.
class ConstrainedVelocity {
 public:
  explicit ConstrainedVelocity(const System& s);

  void set_parameters(const System& s);
  /// p may change.
  void find(const Vector& x, Vector& p, Vector& v);

 private:
  Index constraints_;
  bool sparse_;
  Kernel in_symbols_, constraints_at_;
  Vector theta_;
  Matrix C_;
  ReactionSpace reactions_;  // where they are few, or act on each other all
};

}  // namespace ricochet
