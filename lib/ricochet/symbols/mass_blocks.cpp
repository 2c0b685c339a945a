#include "ricochet/symbols/mass_blocks.hpp"

#include <algorithm>

namespace ricochet {
namespace {

using Sparse = MassBlocks::Sparse;

size_t at(Index i) { return static_cast<size_t>(i); }

}  // namespace

std::vector<std::vector<Index>> joined_rows(const casadi::Sparsity& pattern) {
  std::vector<casadi_int> order, first;
  const casadi_int count = (pattern + pattern.T()).scc(order, first);
  std::vector<std::vector<Index>> sets;
  for (casadi_int i = 0; i < count; ++i) {
    sets.emplace_back(order.begin() + first[at(i)], order.begin() + first[at(i + 1)]);
    std::sort(sets.back().begin(), sets.back().end());
  }
  return sets;
}

casadi::Sparsity MassBlocks::pattern_of(const Sparse& M) {
  return {M.rows(),
          M.cols(),
          {M.outerIndexPtr(), M.outerIndexPtr() + M.cols() + 1},
          {M.innerIndexPtr(), M.innerIndexPtr() + M.nonZeros()}};
}

MassBlocks::MassBlocks(const Sparse& M) : size_(M.rows()) {
  std::vector<Index> within(at(size_));
  for (const std::vector<Index>& rows : joined_rows(pattern_of(M))) {
    const auto size = static_cast<Index>(rows.size());
    Matrix part = Matrix::Zero(size, size);
    for (Index j = 0; j < size; ++j) within[at(rows[at(j)])] = j;
    for (Index j = 0; j < size; ++j)
      for (Sparse::InnerIterator entry(M, rows[at(j)]); entry; ++entry)
        part(within[at(entry.row())], j) = entry.value();
    blocks_.push_back({.rows = rows, .factor = Eigen::LLT<Matrix>(part)});
  }
}

bool MassBlocks::definite() const {
  return std::all_of(blocks_.begin(), blocks_.end(),
                     [](const Block& b) { return b.factor.info() == Eigen::Success; });
}

Vector MassBlocks::solve(const Vector& p) const {
  Vector v(size_);
  for (const Block& block : blocks_) {
    const Vector part = p(block.rows), found = block.factor.solve(part);
    v(block.rows) = found;
  }
  return v;
}

MassBlocks::Sparse MassBlocks::inverse() const {
  std::vector<Eigen::Triplet<double, int>> entries;
  for (const auto& [rows, factor] : blocks_) {
    const auto size = static_cast<Index>(rows.size());
    const Matrix inverse = factor.solve(Matrix::Identity(size, size));
    for (Index j = 0; j < size; ++j)
      for (Index i = 0; i < size; ++i)
        entries.emplace_back(static_cast<int>(rows[at(i)]), static_cast<int>(rows[at(j)]),
                             inverse(i, j));
  }
  Sparse matrix(size_, size_);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace ricochet
