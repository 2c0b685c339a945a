#pragma once

#include "ricochet/contact/coulomb/buffer.hpp"

#include <vector>

namespace ricochet {

/// Dense linear systems A x = b of changing size. Storage grows to the largest size and never
/// shrinks; DenseSolver is for systems of one size.
class ResizingSolver {
 public:
  /// The matrix, to be written before it is factored.
  Eigen::Map<Matrix> matrix(Index n);

  /// LU with row pivots; a pivot of zero becomes the round-off of the largest one. Returns the
  /// smallest pivot relative to the largest.
  double factor_plain();
  /// Complete orthogonal decomposition; columns below the threshold count as dependent.
  void factor_least_norm(double threshold);
  /// Replaces b by x, by the factorization made last: of least norm where it is the second.
  void solve(Eigen::Ref<Vector> b);

 private:
  void solve_plain(Eigen::Ref<Vector> b);
  void solve_least_norm(Eigen::Ref<Vector> b);
  void clear_right();

  Buffer given_, factor_, reflections_, rotations_, work_;
  std::vector<Index> swaps_;
  Index n_ = 0, rank_ = 0;
  bool plain_ = true;
};

}  // namespace ricochet
