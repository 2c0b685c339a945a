#pragma once

#include "ricochet/linear/kernel_matrix.hpp"

#include <span>
#include <vector>

namespace ricochet {

/// A symmetric positive definite matrix of fixed pattern, factored block by block. Blocks are the
/// sets of rows that the pattern joins: a mass matrix of point masses has blocks of one row.
/// Allocates at construction only.
class BlockCholesky {
 public:
  BlockCholesky() = default;
  explicit BlockCholesky(const casadi::Sparsity& pattern);

  [[nodiscard]] Index blocks() const { return static_cast<Index>(begin_.size()) - 1; }
  /// The rows of a block, ascending.
  [[nodiscard]] std::span<const Index> rows(Index block) const;
  [[nodiscard]] Index block_of(Index row) const { return block_[static_cast<size_t>(row)]; }

  /// A matrix of the pattern, of which the lower triangle is read. False if it is not positive
  /// definite or not finite.
  [[nodiscard]] bool factor(const KernelMatrix& matrix);
  /// Replaces the rows of these blocks, of a column with all rows, by the solution.
  void solve(std::span<const Index> blocks, Vector& column) const;

 private:
  struct Place {
    Index at = 0, size = 0;  // of the factor of a block in factors_
  };
  [[nodiscard]] Eigen::Map<const Matrix> factor_of(Index block) const;
  bool factor_block(Index block);

  std::vector<Index> rows_,
      begin_ = {0};                    // rows of block i: rows_[begin_[i]] ... before begin_[i+1]
  std::vector<Index> block_, within_;  // per row: its block, its place in it
  std::vector<Place> places_;
  Vector factors_;
};

}  // namespace ricochet
