#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

namespace ricochet {

/// Solves square systems of fixed size: LU with partial pivoting, and where the pivots show a rank
/// defect, the minimum-norm least-squares solution by a complete orthogonal decomposition.
/// Allocates at construction only.
class DenseSolver {
 public:
  explicit DenseSolver(Index size);

  /// column_scale: natural size of each unknown, the metric of the minimum norm.
  void factor(const Matrix& A, const Vector& column_scale);
  /// x with A x = b.
  void solve(const Vector& b, Vector& x);
  /// x with A^T x = b, unless A is rank deficient.
  void solve_transposed(const Vector& b, Vector& x);
  [[nodiscard]] bool rank_deficient() const { return deficient_; }

 private:
  void solve_deficient(const Vector& b, Vector& x);

  Eigen::PartialPivLU<Matrix> lu_;
  Eigen::CompleteOrthogonalDecomposition<Matrix> cod_;
  Matrix scaled_;
  Vector column_scale_, work_;
  bool deficient_ = false;
};

}  // namespace ricochet
