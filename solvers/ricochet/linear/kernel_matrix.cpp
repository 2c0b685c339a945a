#include "ricochet/linear/kernel_matrix.hpp"

namespace ricochet {

KernelMatrix::KernelMatrix(const casadi::Sparsity& pattern)
    : pattern_(pattern), values_(Vector::Zero(static_cast<Index>(pattern.nnz()))) {
  std::vector<casadi_int> mapping;  // of the nonzeros of the transpose, row by row
  const casadi::Sparsity transposed = pattern.transpose(mapping);
  for (casadi_int row = 0; row < pattern.size1(); ++row)
    start_.push_back(static_cast<size_t>(transposed.colind(row + 1)));
  for (casadi_int k = 0; k < transposed.nnz(); ++k) {
    column_.push_back(static_cast<Index>(transposed.row(k)));
    from_.push_back(static_cast<Index>(mapping[static_cast<size_t>(k)]));
  }
}

}  // namespace ricochet
