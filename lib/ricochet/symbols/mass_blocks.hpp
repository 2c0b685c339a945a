#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCore>

#include <vector>

namespace ricochet {

/// A mass matrix in numbers, as the blocks into which its pattern splits. Bodies that share no
/// inertia have blocks of their own, so that work and memory grow with the number of bodies.
class MassBlocks {
 public:
  using Sparse = Eigen::SparseMatrix<double>;

  explicit MassBlocks(const Sparse& M);

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
