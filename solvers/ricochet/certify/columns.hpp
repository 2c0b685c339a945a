#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <Eigen/SparseCore>

#include <utility>

namespace ricochet {

/// A sparse matrix of fixed pattern, such as G, whose structural nonzeros a Kernel writes.
class Columns {
 public:
  using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, casadi_int>;

  using Entry = Eigen::Map<const Sparse>::InnerIterator;

  Columns() = default;
  explicit Columns(casadi::Sparsity pattern)
      : pattern_(std::move(pattern)), values_(Vector::Zero(static_cast<Index>(pattern_.nnz()))) {}

  [[nodiscard]] Vector& values() { return values_; }
  [[nodiscard]] Eigen::Map<const Sparse> matrix() const {
    return {static_cast<Index>(pattern_.size1()),
            static_cast<Index>(pattern_.size2()),
            values_.size(),
            pattern_.colind(),
            pattern_.row(),
            values_.data()};
  }

 private:
  casadi::Sparsity pattern_{0, 0};
  Vector values_;
};

}  // namespace ricochet
