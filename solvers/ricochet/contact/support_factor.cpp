#include "ricochet/contact/support_factor.hpp"

#include <bit>
#include <cmath>

namespace ricochet {
namespace {

constexpr double independent = 1e-12;  // squared sine of the angle with the support

size_t at(Index i) { return static_cast<size_t>(i); }

}  // namespace

void SupportFactor::reserve(Index size) {
  if (size <= R_.rows()) return;
  R_.resize(size, size);
  support_.reserve(at(size));
}

bool SupportFactor::append(const Matrix& A, Index member) {
  const Index last = size();
  auto column = R_.col(last);
  double pivot = A(member, member);
  for (Index j = 0; j < last; ++j) {
    const double dot = R_.col(j).head(j).dot(column.head(j));
    column[j] = (A(support_[at(j)], member) - dot) / R_(j, j);
    pivot -= column[j] * column[j];
  }
  if (!(pivot > independent)) return false;
  column[last] = std::sqrt(pivot);
  support_.push_back(member);
  return true;
}

bool SupportFactor::assign(const Matrix& A, const std::vector<Index>& members) {
  support_.clear();
  bool all = true;
  for (const Index i : members) all = append(A, i) && all;
  return all;
}

void SupportFactor::solve(Vector& x) const {
  const auto R = R_.topLeftCorner(size(), size()).triangularView<Eigen::Upper>();
  auto part = x.head(size());
  R.transpose().solveInPlace(part);
  R.solveInPlace(part);
}

void SupportFactor::solve_least_norm(const Matrix& A, const std::vector<Index>& members,
                                     Vector& x) {
  const auto size = static_cast<Index>(members.size());
  if (padded_.rows() < size) {
    const auto room = static_cast<Index>(std::bit_ceil(members.size()));
    padded_.resize(room, room);
    right_.resize(room);
    left_.resize(room);
    ones_.setOnes(room);
    dense_.emplace(room);
  }
  padded_.setIdentity();
  right_.setZero();
  right_.head(size) = x.head(size);
  for (Index j = 0; j < size; ++j)
    for (Index i = 0; i < size; ++i) padded_(i, j) = A(members[at(i)], members[at(j)]);
  dense_->factor(padded_, ones_);
  dense_->solve(right_, left_);
  x.head(size) = left_.head(size);
}

}  // namespace ricochet
