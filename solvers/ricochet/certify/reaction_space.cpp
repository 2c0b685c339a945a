#include "ricochet/certify/reaction_space.hpp"

#include <cmath>
#include <utility>

namespace ricochet {
namespace {

constexpr double dependent =
    1e-10;                      // of a column's length: what is left of one that repeats others
constexpr casadi_int few = 24;  // columns
constexpr casadi_int most_filled = 12;  // nonzeros of the factor per column
constexpr int corrections = 3;          // of an answer with the raised diagonal

casadi::Sparsity joined(const casadi::Sparsity& inverse_masses, const casadi::Sparsity& C) {
  return mtimes(mtimes(C.T(), inverse_masses), C);
}

}  // namespace

ReactionSpace::ReactionSpace(const casadi::Sparsity& inverse_masses, const casadi::Sparsity& C)
    : M_inverse_(inverse_masses), C_(C), at_rest_(Vector::Zero(C.size2())), rates_(at_rest_) {
  if (C.size2() > few) {
    const casadi::Sparsity pattern = joined(inverse_masses, C);
    RaisedFactor factor(pattern);
    if (factor.nonzeros() <= most_filled * C.size2()) {
      factor_.emplace(std::move(factor));
      mobility_ = Columns(pattern);
      left_.setZero(C.size2());
      for (Vector* v : {&impulse_, &velocity_}) v->setZero(C.size1());
      return;
    }
  }
  for (Matrix* columns : {&basis_, &turned_}) columns->resize(C.size1(), C.size2());
  for (Vector* v : {&share_, &basis_rates_}) v->resize(C.size2());
}

ReactionSpace::ReactionSpace(const MassBlocks& masses, const casadi::Sparsity& C)
    : ReactionSpace(MassBlocks::pattern_of(masses.inverse()), C) {
  set_masses(masses);
}

void ReactionSpace::set_masses(const MassBlocks& masses) {
  const MassBlocks::Sparse inverse = masses.inverse();
  M_inverse_.values() = Eigen::Map<const Vector>(inverse.valuePtr(), inverse.nonZeros());
}

void ReactionSpace::place(const Vector& rates) {
  rates_ = rates;
  if (!factor_) return find_basis();
  fill_mobility();
  factor_->factor(mobility_.values());
}

void ReactionSpace::find_basis() {
  const auto C = C_.matrix();
  size_ = 0;
  for (Index j = 0; j < C.cols(); ++j) {
    basis_.col(size_) = C.col(j);
    basis_rates_[size_] = rates_[j];
    turned_.col(size_).noalias() = M_inverse_.matrix() * basis_.col(size_);
    const double length = std::sqrt(basis_.col(size_).dot(turned_.col(size_)));
    for (int pass = 0; pass < 2; ++pass)  // the second removes the round-off of the first
      for (Index i = 0; i < size_; ++i) {
        const double share = turned_.col(i).dot(basis_.col(size_));
        basis_.col(size_) -= share * basis_.col(i);
        basis_rates_[size_] -= share * basis_rates_[i];
      }
    turned_.col(size_).noalias() = M_inverse_.matrix() * basis_.col(size_);
    const double left = std::sqrt(basis_.col(size_).dot(turned_.col(size_)));
    if (!(left > dependent * length)) continue;
    basis_.col(size_) /= left;
    turned_.col(size_) /= left;
    basis_rates_[size_] /= left;
    ++size_;
  }
}

/// C^T M^-1 C, column by column; velocity_ is zero before and after.
void ReactionSpace::fill_mobility() {
  using Entry = Columns::Entry;
  const auto C = C_.matrix(), Minv = M_inverse_.matrix();
  const auto pattern = mobility_.matrix();
  double* value = mobility_.values().data();
  const auto each = [&](Index j, auto&& f) {
    for (Entry c(C, j); c; ++c)
      for (Entry m(Minv, c.row()); m; ++m) f(velocity_[m.row()], m.value() * c.value());
  };
  velocity_.setZero();
  for (Index j = 0; j < C.cols(); ++j) {
    each(j, [](double& at, double part) { at += part; });
    for (Entry s(pattern, j); s; ++s) {
      double sum = 0.0;
      for (Entry c(C, s.row()); c; ++c) sum += c.value() * velocity_[c.row()];
      *value++ = sum;
    }
    each(j, [](double& at, double) { at = 0.0; });
  }
}

void ReactionSpace::remove_from(Vector& p) {
  if (factor_) {
    for (int i = 0; i <= corrections; ++i) {
      velocity(p, velocity_);
      left_.noalias() = C_.matrix().transpose() * velocity_;
      factor_->solve(left_);
      p.noalias() -= C_.matrix() * left_;
    }
    return;
  }
  if (size_ == 0) return;
  for (int pass = 0; pass < 2; ++pass) {
    share_.head(size_).noalias() = turned_.leftCols(size_).transpose() * p;
    p.noalias() -= basis_.leftCols(size_) * share_.head(size_);
  }
}

void ReactionSpace::follow(Vector& v) {
  if (!factor_) {
    v.noalias() -= turned_.leftCols(size_) * basis_rates_.head(size_);
    return;
  }
  for (int i = 0; i <= corrections; ++i) {
    left_ = rates_;
    factor_->solve(left_);
    impulse_.noalias() = C_.matrix() * left_;
    velocity(impulse_, velocity_);
    v -= velocity_;
    rates_.noalias() -= C_.matrix().transpose() * velocity_;
  }
}

}  // namespace ricochet
