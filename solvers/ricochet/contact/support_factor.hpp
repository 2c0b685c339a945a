#pragma once

#include "ricochet/linear/dense_solver.hpp"

#include <optional>
#include <vector>

namespace ricochet {

/// Systems A_SS x = r of a positive semidefinite matrix A with unit diagonal, for a support S that
/// grows member by member: a Cholesky factor that takes one more column at a time. It refuses
/// members that depend on the support. Storage never shrinks.
class SupportFactor {
 public:
  void reserve(Index size);

  void clear() { support_.clear(); }
  /// False if the member depends on the support, which then stays as it is.
  bool append(const Matrix& A, Index member);
  void drop_last() { support_.pop_back(); }
  /// A new support, in that order; false if some members depend on others and are left out.
  bool assign(const Matrix& A, const std::vector<Index>& members);

  [[nodiscard]] const std::vector<Index>& support() const { return support_; }
  [[nodiscard]] Index size() const { return static_cast<Index>(support_.size()); }
  /// x, in the order of the support, from the right-hand side that it holds.
  void solve(Vector& x) const;
  /// The same for any members, those that depend on others included: x of least norm.
  void solve_least_norm(const Matrix& A, const std::vector<Index>& members, Vector& x);

 private:
  std::vector<Index> support_;
  Matrix R_;  // upper factor, A_SS = R^T R
  std::optional<DenseSolver> dense_;
  Matrix padded_;  // A of the members and, below, the identity: the size seldom changes
  Vector right_, left_, ones_;
};

}  // namespace ricochet
