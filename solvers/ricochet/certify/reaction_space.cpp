#include "ricochet/certify/reaction_space.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr double dependent =
    1e-10;  // of a column's length: what is left of one that repeats others

}  // namespace

ReactionSpace::ReactionSpace(Index coordinates, Index columns)
    : M_inverse_(Matrix::Zero(coordinates, coordinates)),
      basis_(coordinates, columns),
      turned_(coordinates, columns),
      share_(columns),
      rates_(columns),
      at_rest_(Vector::Zero(columns)) {}

void ReactionSpace::place(const Matrix& C, const Vector& rates) {
  size_ = 0;
  for (Index j = 0; j < C.cols(); ++j) {
    basis_.col(size_) = C.col(j);
    rates_[size_] = rates[j];
    turned_.col(size_).noalias() = M_inverse_ * C.col(j);
    const double length = std::sqrt(basis_.col(size_).dot(turned_.col(size_)));
    for (int pass = 0; pass < 2; ++pass)  // the second removes the round-off of the first
      for (Index i = 0; i < size_; ++i) {
        const double share = turned_.col(i).dot(basis_.col(size_));
        basis_.col(size_) -= share * basis_.col(i);
        rates_[size_] -= share * rates_[i];
      }
    turned_.col(size_).noalias() = M_inverse_ * basis_.col(size_);
    const double left = std::sqrt(basis_.col(size_).dot(turned_.col(size_)));
    if (!(left > dependent * length)) continue;
    basis_.col(size_) /= left;
    turned_.col(size_) /= left;
    rates_[size_] /= left;
    ++size_;
  }
}

void ReactionSpace::remove_from(Vector& p) {
  if (size_ == 0) return;
  for (int pass = 0; pass < 2; ++pass) {
    share_.head(size_).noalias() = turned_.leftCols(size_).transpose() * p;
    p.noalias() -= basis_.leftCols(size_) * share_.head(size_);
  }
}

}  // namespace ricochet
