#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <vector>

namespace ricochet {

/// L D L^T of a symmetric matrix that is positive definite or nearly so, sparse, in an order that
/// leaves L sparse. Its diagonal is raised by a small fraction, so that rows that depend on each
/// other have a factor, too. It allocates at construction only.
class RaisedFactor {
 public:
  explicit RaisedFactor(const casadi::Sparsity& pattern);

  [[nodiscard]] casadi_int nonzeros() const { return L_.nnz(); }  ///< of L, below the diagonal
  /// From the structural nonzeros of the matrix.
  void factor(const Vector& matrix);
  /// Replaces a right-hand side by the solution.
  void solve(Vector& b);

 private:
  casadi::Sparsity pattern_, L_{0, 0};  // L_: rows of L as columns
  std::vector<casadi_int> order_, place_;
  std::vector<double> values_, diagonal_, work_;
};

}  // namespace ricochet
