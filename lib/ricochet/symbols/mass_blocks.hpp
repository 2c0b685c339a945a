#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCore>

#include <vector>

namespace ricochet {

/// The sets of rows that the entries of a square pattern join, directly or through others. The rows
/// of a set ascend.
[[nodiscard]] std::vector<std::vector<Index>> joined_rows(const casadi::Sparsity& pattern);

/// A mass matrix in numbers, as the blocks into which its pattern splits. Bodies that share no
/// inertia have blocks of their own, so that work and memory grow with the number of bodies.
class MassBlocks {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  explicit MassBlocks(const Sparse& M);

  [[nodiscard]] static casadi::Sparsity pattern_of(const Sparse& M);

  [[nodiscard]] bool definite() const;
  [[nodiscard]] Vector solve(const Vector& p) const;  ///< M^-1 p, of a definite matrix
  [[nodiscard]] Sparse inverse() const;

 private:
  struct Block {
    std::vector<Index> rows = {};
    Eigen::LLT<Matrix> factor = {};
  };
  Index size_;
  std::vector<Block> blocks_;
};

}  // namespace ricochet
