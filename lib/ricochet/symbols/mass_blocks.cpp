#include "ricochet/symbols/mass_blocks.hpp"

#include <algorithm>
#include <numeric>

namespace ricochet {
namespace {

using Sparse = MassBlocks::Sparse;

size_t at(Index i) { return static_cast<size_t>(i); }

/// Rows that entries join, directly or through others; ascending.
std::vector<std::vector<Index>> parts_of(const Sparse& M) {
  std::vector<Index> leader(at(M.cols()));
  std::iota(leader.begin(), leader.end(), Index{0});
  const auto first = [&leader](Index i) {
    while (leader[at(i)] != i) i = leader[at(i)] = leader[at(leader[at(i)])];
    return i;
  };
  for (Index j = 0; j < M.cols(); ++j)
    for (Sparse::InnerIterator entry(M, j); entry; ++entry) {
      const Index a = first(entry.row()), b = first(j);
      leader[at(std::max(a, b))] = std::min(a, b);
    }
  std::vector<std::vector<Index>> parts;
  std::vector<size_t> part(at(M.cols()));
  for (Index i = 0; i < M.cols(); ++i) {
    if (first(i) == i) {
      part[at(i)] = parts.size();
      parts.emplace_back();
    }
    parts[part[at(first(i))]].push_back(i);
  }
  return parts;
}

}  // namespace

MassBlocks::MassBlocks(const Sparse& M) : size_(M.rows()) {
  std::vector<Index> within(at(size_));
  for (const std::vector<Index>& rows : parts_of(M)) {
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
