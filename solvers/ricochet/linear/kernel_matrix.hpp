#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <Eigen/SparseCore>
#include <casadi/core/sparsity.hpp>

#include <vector>

namespace ricochet {

/// A sparse matrix of Eigen with a fixed pattern, whose structural nonzeros a Kernel writes. It can
/// be read row by row, too.
class KernelMatrix {
 public:
  using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, casadi_int>;

  KernelMatrix() = default;
  explicit KernelMatrix(const casadi::Sparsity& pattern);

  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  /// The output to which a Kernel writes.
  [[nodiscard]] Vector& values() { return values_; }

  [[nodiscard]] Eigen::Map<const Sparse> matrix() const {
    return {rows_, columns_, values_.size(), column_begin_, row_, values_.data()};
  }

  /// Calls f(row, value) for the structural nonzeros of a column, rows ascending.
  template <class F>
  void each_in_column(Index column, F&& f) const {
    for (casadi_int k = column_begin_[column]; k < column_begin_[column + 1]; ++k)
      f(static_cast<Index>(row_[k]), values_[k]);
  }

  /// Calls f(column, value) for the structural nonzeros of a row, columns ascending.
  template <class F>
  void each(Index row, F&& f) const {
    for (size_t k = start_[static_cast<size_t>(row)]; k < start_[static_cast<size_t>(row) + 1]; ++k)
      f(column_[k], values_[from_[k]]);
  }

  /// Structural nonzeros of a row.
  [[nodiscard]] size_t entries(Index row) const {
    const auto i = static_cast<size_t>(row);
    return start_[i + 1] - start_[i];
  }
  /// Zero if the pattern has nothing there.
  [[nodiscard]] double at(Index row, Index column) const;
  /// True if a column has the only number of a row that is not zero.
  [[nodiscard]] bool is_alone(Index row, Index column) const;

 private:
  casadi::Sparsity pattern_{0, 0};
  Index rows_ = 0, columns_ = 0;
  const casadi_int *column_begin_ = pattern_.colind(), *row_ = pattern_.row();  // in the pattern
  std::vector<size_t> start_ = {0};   // where each row begins in column_ and from_
  std::vector<Index> column_, from_;  // from_: the place in values_
  Vector values_;
};

}  // namespace ricochet
