#include "ricochet/linear/banded_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {

void BandedSolver::begin(Index size, Index band) {
  size_ = size;
  band_ = std::min(band, std::max<Index>(size - 1, 0));
  values_.assign(static_cast<size_t>(size_ * (3 * band_ + 1)), 0.0);
  pivots_.resize(static_cast<size_t>(size_));
}

double BandedSolver::factor() {
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (Index k = 0; k < size_; ++k) {
    const Index pivot = pivot_row(k);
    pivots_[static_cast<size_t>(k)] = pivot;
    if (pivot != k) swap_rows(k, pivot);
    double& diagonal = at(k, k);
    const double found = std::abs(diagonal);
    least = std::min(least, found);
    largest = std::max(largest, found);
    if (found == 0.0) diagonal = std::numeric_limits<double>::epsilon() * (largest + 1e-300);
    eliminate(k);
  }
  return largest > 0.0 ? least / largest : 0.0;
}

Index BandedSolver::pivot_row(Index k) const {
  Index pivot = k;
  for (Index i = k + 1; i <= std::min(size_ - 1, k + band_); ++i)
    if (std::abs(values_[place(i, k)]) > std::abs(values_[place(pivot, k)])) pivot = i;
  return pivot;
}

/// From column k on; the multipliers of earlier columns stay where they are.
void BandedSolver::swap_rows(Index k, Index pivot) {
  for (Index j = k; j <= std::min(size_ - 1, k + 2 * band_); ++j) std::swap(at(k, j), at(pivot, j));
}

void BandedSolver::eliminate(Index k) {
  const Index below = std::min(band_, size_ - 1 - k);
  double* const multipliers = &values_[place(k, k)] + 1;
  for (Index i = 0; i < below; ++i) multipliers[i] /= at(k, k);
  for (Index j = k + 1; j <= std::min(size_ - 1, k + 2 * band_); ++j) {
    const double factor = at(k, j);
    if (factor == 0.0) continue;
    double* const column = &values_[place(k, j)] + 1;
    for (Index i = 0; i < below; ++i) column[i] -= factor * multipliers[i];
  }
}

void BandedSolver::solve(Eigen::Ref<Vector> b) const {
  for (Index k = 0; k < size_; ++k) {
    std::swap(b[k], b[pivots_[static_cast<size_t>(k)]]);
    for (Index i = k + 1; i <= std::min(size_ - 1, k + band_); ++i)
      b[i] -= values_[place(i, k)] * b[k];
  }
  for (Index k = size_ - 1; k >= 0; --k) {
    b[k] /= values_[place(k, k)];
    for (Index i = std::max<Index>(0, k - 2 * band_); i < k; ++i)
      b[i] -= values_[place(i, k)] * b[k];
  }
}

}  // namespace ricochet
