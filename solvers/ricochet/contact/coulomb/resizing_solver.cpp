#include "ricochet/contact/coulomb/resizing_solver.hpp"

#include <Eigen/Householder>

#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {

Eigen::Map<Matrix> ResizingSolver::matrix(Index n) {
  n_ = n;
  return given_.square(n);
}

double ResizingSolver::factor_plain() {
  plain_ = true;
  auto A = factor_.square(n_);
  A = given_.square(n_);
  swaps_.resize(static_cast<size_t>(n_));
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (Index k = 0; k < n_; ++k) {
    Index pivot = k;
    (void)A.col(k).tail(n_ - k).cwiseAbs().maxCoeff(&pivot);
    pivot += k;
    swaps_[static_cast<size_t>(k)] = pivot;
    if (pivot != k) A.row(k).swap(A.row(pivot));
    const double size = std::abs(A(k, k));
    least = std::min(least, size);
    largest = std::max(largest, size);
    if (size == 0.0) A(k, k) = std::numeric_limits<double>::epsilon() * (largest + 1e-300);
    const Index rest = n_ - k - 1;
    A.col(k).tail(rest) /= A(k, k);
    for (Index j = k + 1; j < n_; ++j)
      if (A(k, j) != 0.0) A.col(j).tail(rest) -= A(k, j) * A.col(k).tail(rest);
  }
  return largest > 0.0 ? least / largest : 0.0;
}

/// A P = Q [T 0; 0 0] Z. T and the vectors of both sets of reflections share one matrix.
void ResizingSolver::factor_least_norm(double threshold) {
  plain_ = false;
  auto A = factor_.square(n_);
  A = given_.square(n_);
  auto tau = reflections_.column(n_), work = work_.column(n_);
  swaps_.resize(static_cast<size_t>(n_));
  double first = 0.0;
  for (rank_ = 0; rank_ < n_; ++rank_) {
    const Index k = rank_, left = n_ - k;
    Index column = k;
    double largest = -1.0;
    for (Index j = k; j < n_; ++j) {
      const double size = A.col(j).tail(left).squaredNorm();
      if (size > largest * (1.0 + 1e-12)) {
        largest = size;
        column = j;
      }
    }
    largest = std::sqrt(largest);
    if (k == 0) first = largest;
    if (!(largest > threshold * first)) break;
    swaps_[static_cast<size_t>(k)] = column;
    if (column != k) A.col(k).swap(A.col(column));
    double beta = 0.0;
    A.col(k).tail(left).makeHouseholderInPlace(tau[k], beta);
    A(k, k) = beta;
    A.bottomRightCorner(left, left - 1)
        .applyHouseholderOnTheLeft(A.col(k).tail(left - 1), tau[k], work.data());
  }
  clear_right();
}

/// The reflections Z that clear the columns behind the rank.
void ResizingSolver::clear_right() {
  auto A = factor_.square(n_);
  auto tau = rotations_.column(n_);
  const Index rest = n_ - rank_;
  for (Index k = rank_ - 1; k >= 0 && rest > 0; --k) {
    auto tail = A.row(k).tail(rest);
    const double size = tail.norm();
    tau[k] = 0.0;
    if (size == 0.0) continue;
    const double pivot = A(k, k), whole = std::copysign(std::hypot(pivot, size), -pivot);
    tau[k] = (whole - pivot) / whole;
    tail /= pivot - whole;
    A(k, k) = whole;
    for (Index i = 0; i < k; ++i) {
      const double inner = tau[k] * (A(i, k) + A.row(i).tail(rest).dot(tail));
      A(i, k) -= inner;
      A.row(i).tail(rest) -= inner * tail;
    }
  }
}

void ResizingSolver::solve(Eigen::Ref<Vector> b) {
  if (plain_)
    solve_plain(b);
  else
    solve_least_norm(b);
}

void ResizingSolver::solve_plain(Eigen::Ref<Vector> b) {
  auto A = factor_.square(n_);
  for (Index k = 0; k < n_; ++k) std::swap(b[k], b[swaps_[static_cast<size_t>(k)]]);
  A.triangularView<Eigen::UnitLower>().solveInPlace(b);
  A.triangularView<Eigen::Upper>().solveInPlace(b);
}

void ResizingSolver::solve_least_norm(Eigen::Ref<Vector> b) {
  auto A = factor_.square(n_);
  const auto left = reflections_.column(n_), right = rotations_.column(n_);
  const Index rest = n_ - rank_;
  double inner = 0.0;
  for (Index k = 0; k < rank_; ++k)
    b.tail(n_ - k).applyHouseholderOnTheLeft(A.col(k).tail(n_ - k - 1), left[k], &inner);
  auto found = b.head(rank_);
  A.topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().solveInPlace(found);
  b.tail(rest).setZero();
  for (Index k = 0; k < rank_ && rest > 0; ++k) {
    inner = right[k] * (b[k] + A.row(k).tail(rest).dot(b.tail(rest)));
    b[k] -= inner;
    b.tail(rest) -= inner * A.row(k).tail(rest).transpose();
  }
  for (Index k = rank_ - 1; k >= 0; --k) std::swap(b[k], b[swaps_[static_cast<size_t>(k)]]);
}

}  // namespace ricochet
