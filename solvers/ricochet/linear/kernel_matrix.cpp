#include "ricochet/linear/kernel_matrix.hpp"

namespace ricochet {

KernelMatrix::KernelMatrix(const casadi::Sparsity& pattern)
    : pattern_(pattern),
      rows_(static_cast<Index>(pattern.size1())),
      columns_(static_cast<Index>(pattern.size2())),
      values_(Vector::Zero(static_cast<Index>(pattern.nnz()))) {
  std::vector<casadi_int> mapping;  // of the nonzeros of the transpose, row by row
  const casadi::Sparsity transposed = pattern.transpose(mapping);
  for (casadi_int row = 0; row < pattern.size1(); ++row)
    start_.push_back(static_cast<size_t>(transposed.colind(row + 1)));
  for (casadi_int k = 0; k < transposed.nnz(); ++k) {
    column_.push_back(static_cast<Index>(transposed.row(k)));
    from_.push_back(static_cast<Index>(mapping[static_cast<size_t>(k)]));
  }
}

double KernelMatrix::at(Index row, Index column) const {
  double found = 0.0;
  each(row, [&](Index j, double value) { found = j == column ? value : found; });
  return found;
}

bool KernelMatrix::is_alone(Index row, Index column) const {
  const auto i = static_cast<size_t>(row);
  bool found = false;
  for (size_t k = start_[i]; k < start_[i + 1]; ++k) {
    if (values_[from_[k]] == 0.0) continue;
    if (column_[k] != column) return false;
    found = true;
  }
  return found;
}

}  // namespace ricochet
