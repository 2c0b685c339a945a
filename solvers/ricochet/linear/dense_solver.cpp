#include "ricochet/linear/dense_solver.hpp"

#include <utility>

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
    : lu_(size),
      cod_(size, size),
      scaled_(size, size),
      column_scale_(Vector::Ones(size)),
      work_(size) {
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
    solve_deficient(b, x);
  else
    x.noalias() = lu_.solve(b);
  x.array() *= column_scale_.array();
}

/// P scaled = L U. Eigen's own solve permutes in place, which allocates.
void DenseSolver::solve_transposed(const Vector& b, Vector& x) {
  work_ = column_scale_.cwiseProduct(b);
  lu_.matrixLU().triangularView<Eigen::Upper>().transpose().solveInPlace(work_);
  lu_.matrixLU().triangularView<Eigen::UnitLower>().transpose().solveInPlace(work_);
  x.resize(work_.size());
  x.noalias() = lu_.permutationP().transpose() * work_;
}

/// x = P Z^T [T^-1 (Q^T b)_1; 0] with scaled = Q [T 0; 0 0] Z P^T: Eigen's own solve allocates. T
/// and the reflectors share one matrix.
void DenseSolver::solve_deficient(const Vector& b, Vector& x) {
  const Matrix& QTZ = cod_.matrixQTZ();
  const Index n = QTZ.rows(), rank = cod_.rank(), rest = n - rank;
  double inner = 0.0;  // product of a reflector with a vector
  work_ = b;
  for (Index k = 0; k < rank; ++k)
    work_.tail(n - k).applyHouseholderOnTheLeft(QTZ.col(k).tail(n - k - 1), cod_.hCoeffs()[k],
                                                &inner);
  auto found = work_.head(rank);
  QTZ.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solveInPlace(found);
  work_.tail(rest).setZero();
  for (Index k = 0; k < rank && rest > 0; ++k) {  // reflector k acts on entry k and the last ones
    std::swap(work_[k], work_[rank - 1]);
    work_.tail(rest + 1).applyHouseholderOnTheLeft(QTZ.row(k).tail(rest).transpose(),
                                                   cod_.zCoeffs()[k], &inner);
    std::swap(work_[k], work_[rank - 1]);
  }
  x.resize(n);
  x.noalias() = cod_.colsPermutation() * work_;
}

}  // namespace ricochet
