#include "ricochet/linear/block_cholesky.hpp"

#include "ricochet/symbols/mass_blocks.hpp"

#include <cmath>

namespace ricochet {

BlockCholesky::BlockCholesky(const casadi::Sparsity& pattern) {
  block_.resize(static_cast<size_t>(pattern.size1()));
  within_.resize(block_.size());
  Index size = 0;
  for (const std::vector<Index>& rows : joined_rows(pattern)) {
    const auto count = static_cast<Index>(rows.size());
    for (Index i = 0; i < count; ++i) {
      const auto row = static_cast<size_t>(rows[static_cast<size_t>(i)]);
      block_[row] = blocks();
      within_[row] = i;
    }
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    begin_.push_back(static_cast<Index>(rows_.size()));
    places_.push_back({.at = size, .size = count});
    size += count * count;
  }
  factors_.setZero(size);
}

std::span<const Index> BlockCholesky::rows(Index block) const {
  const auto i = static_cast<size_t>(block);
  return std::span(rows_).subspan(static_cast<size_t>(begin_[i]),
                                  static_cast<size_t>(begin_[i + 1] - begin_[i]));
}

bool BlockCholesky::factor(const KernelMatrix& matrix) {
  factors_.setZero();
  for (Index column = 0; column < matrix.columns(); ++column) {
    const auto j = static_cast<size_t>(column);
    const auto [at, size] = places_[static_cast<size_t>(block_[j])];
    matrix.each_in_column(column, [&, at = at, size = size](Index row, double value) {
      factors_[at + within_[j] * size + within_[static_cast<size_t>(row)]] = value;
    });
  }
  for (Index block = 0; block < blocks(); ++block)
    if (!factor_block(block)) return false;
  return true;
}

/// A = L L^T, column by column; L replaces the lower triangle.
bool BlockCholesky::factor_block(Index block) {
  const auto [at, n] = places_[static_cast<size_t>(block)];
  Eigen::Map<Matrix> L(factors_.data() + at, n, n);
  for (Index k = 0; k < n; ++k) {
    if (!(L(k, k) > 0.0) || !std::isfinite(L(k, k))) return false;
    L(k, k) = std::sqrt(L(k, k));
    const Index rest = n - k - 1;
    L.col(k).tail(rest) /= L(k, k);
    for (Index j = k + 1; j < n; ++j)
      if (L(j, k) != 0.0) L.col(j).tail(n - j) -= L(j, k) * L.col(k).tail(n - j);
  }
  return true;
}

Eigen::Map<const Matrix> BlockCholesky::factor_of(Index block) const {
  const auto [at, size] = places_[static_cast<size_t>(block)];
  return {factors_.data() + at, size, size};
}

void BlockCholesky::solve(std::span<const Index> blocks, Vector& x) const {
  for (const Index block : blocks) {
    const auto L = factor_of(block);
    const auto row = rows(block);
    const Index n = L.rows();
    const auto at = [&](Index i) -> double& { return x[row[static_cast<size_t>(i)]]; };
    for (Index j = 0; j < n; ++j) {
      if (at(j) == 0.0) continue;
      at(j) /= L(j, j);
      for (Index i = j + 1; i < n; ++i) at(i) -= L(i, j) * at(j);
    }
    for (Index j = n - 1; j >= 0; --j) {
      for (Index i = j + 1; i < n; ++i) at(j) -= L(i, j) * at(i);
      at(j) /= L(j, j);
    }
  }
}

}  // namespace ricochet
