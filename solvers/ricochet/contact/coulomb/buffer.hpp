#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <algorithm>

namespace ricochet {

/// Numbers for problems of changing size. It grows to the largest size asked for and never shrinks,
/// so that it allocates nothing once warm.
class Buffer {
 public:
  Eigen::Map<Vector> column(Index n) { return {reserve(n), n}; }
  Eigen::Map<Matrix> square(Index n) { return matrix(n, n); }
  Eigen::Map<Matrix> matrix(Index rows, Index columns) {
    return {reserve(rows * columns), rows, columns};
  }
  /// What it was last used for.
  [[nodiscard]] Eigen::Map<const Vector> column(Index n) const { return {numbers_.data(), n}; }
  [[nodiscard]] Eigen::Map<const Matrix> square(Index n) const { return matrix(n, n); }
  [[nodiscard]] Eigen::Map<const Matrix> matrix(Index rows, Index columns) const {
    return {numbers_.data(), rows, columns};
  }

 private:
  double* reserve(Index size) {
    if (numbers_.size() < size) numbers_.setZero(std::max(size, 2 * numbers_.size()));
    return numbers_.data();
  }
  Vector numbers_;
};

}  // namespace ricochet
