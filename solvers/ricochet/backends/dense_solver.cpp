#include "ricochet/backends/dense_solver.hpp"

namespace ricochet {
namespace {

// Rows are lengths and columns are scaled to lengths, so pivots compare with 1.
constexpr double rank_threshold = 1e-12;

bool pivots_vanish(const Eigen::PartialPivLU<Matrix>& lu) {
  const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
  return !(pivots.minCoeff() > rank_threshold * pivots.maxCoeff());
}

}  // namespace

DenseSolver::DenseSolver(Index size)
    : lu_(size), scaled_(size, size), column_scale_(Vector::Ones(size)) {
  cod_.setThreshold(rank_threshold);
}

void DenseSolver::factor(const Matrix& A, const Vector& column_scale) {
  column_scale_ = column_scale;
  scaled_.noalias() = A * column_scale_.asDiagonal();
  lu_.compute(scaled_);
  deficient_ = pivots_vanish(lu_);
  if (deficient_) cod_.compute(scaled_);
}

void DenseSolver::solve(const Vector& b, Vector& x) {
  if (deficient_)
    x = cod_.solve(b);
  else
    x.noalias() = lu_.solve(b);
  x.array() *= column_scale_.array();
}

}  // namespace ricochet
