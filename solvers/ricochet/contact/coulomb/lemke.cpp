#include "ricochet/contact/coulomb/lemke.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double round_off = 1e-11;  // of a pivot and of a tie, entries of size 1
constexpr Index pivots = 50;         // per row, before the search is given up

size_t number(Index i) { return static_cast<size_t>(i); }

/// Facets of the cone of a contact.
Index facets_of(const CoulombContact& contact) { return 2 * contact.tangents; }

}  // namespace

/// T = [1 | -M | -1 | q], pivoted: columns of the slacks, of z, of the artificial unknown, and the
/// values of the basis.
void Lemke::begin() {
  auto T = tableau();
  T.leftCols(n_).setIdentity();
  T.middleCols(n_, n_) = -M_.square(n_);
  T.col(2 * n_).setConstant(-1.0);
  T.col(2 * n_ + 1) = q_.column(n_);
  basis_.resize(number(n_));
  for (Index i = 0; i < n_; ++i) basis_[number(i)] = i;
  z_.column(n_).setZero();
}

bool Lemke::solve() {
  begin();
  if (n_ == 0 || q_.column(n_).minCoeff() >= 0.0) return true;
  Index entering = 2 * n_, row = first_row();
  for (Index left = pivots * n_; left > 0; --left) {
    const Index leaving = basis_[number(row)];
    pivot(row, entering);
    if (leaving == 2 * n_) {
      read(2 * n_ + 1, 1.0);
      return true;
    }
    entering = leaving < n_ ? leaving + n_ : leaving - n_;
    row = blocking_row(entering);
    if (row >= 0) continue;
    read(entering, -1.0);
    if (entering >= n_ && entering < 2 * n_) z_.column(n_)[entering - n_] = 1.0;
    break;
  }
  return false;
}

/// The entries of z among the basis.
void Lemke::read(Index column, double sign) {
  auto z = z_.column(n_);
  for (Index i = 0; i < n_; ++i) {
    const Index k = basis_[number(i)];
    if (k >= n_ && k < 2 * n_) z[k - n_] = std::max(sign * tableau()(i, column), 0.0);
  }
}

/// Whether row i comes before row j where both are divided by their pivots.
bool Lemke::before(Index i, Index j, double pivot_i, double pivot_j) const {
  const auto T = tableau();
  for (Index k = -1; k < n_; ++k) {
    const Index column = k < 0 ? 2 * n_ + 1 : k;
    const double a = T(i, column) / pivot_i, b = T(j, column) / pivot_j;
    if (std::abs(a - b) > round_off * (1.0 + std::abs(a))) return a < b;
  }
  return false;
}

Index Lemke::first_row() const {
  Index row = 0;
  for (Index i = 1; i < n_; ++i)
    if (before(i, row, 1.0, 1.0)) row = i;
  return row;
}

/// -1: a ray. Of the tied ones the artificial unknown leaves.
Index Lemke::blocking_row(Index entering) const {
  const auto T = tableau();
  Index row = -1;
  const double least = round_off * std::max(1.0, T.col(entering).lpNorm<Eigen::Infinity>());
  for (Index i = 0; i < n_; ++i) {
    if (!(T(i, entering) > least)) continue;
    if (row < 0 || before(i, row, T(i, entering), T(row, entering))) row = i;
  }
  return row;
}

void Lemke::pivot(Index row, Index entering) {
  auto T = tableau();
  T.row(row) /= T(row, entering);
  auto column = column_.column(n_);
  column = T.col(entering);
  for (Index j = 0; j < T.cols(); ++j) {
    const double factor = T(row, j);
    if (factor == 0.0) continue;
    for (Index i = 0; i < n_; ++i)
      if (i != row) T(i, j) -= factor * column[i];
  }
  basis_[number(row)] = entering;
}

/// Normals, facets on both sides of each tangent, slips.
void Facets::list(const UnitProblem& p) {
  unknowns_.clear();
  for (const CoulombContact& contact : p.contacts()) {
    unknowns_.push_back({contact.row, 1.0});
    for (Index j = 0; j < contact.tangents; ++j)
      for (const double sign : {1.0, -1.0}) unknowns_.push_back({contact.row + 1 + j, sign});
    if (contact.tangents > 0) unknowns_.push_back({contact.row, 0.0});
  }
}

/// Facets slip at most as fast as their contact does, and share mu times its normal impulse.
void Facets::couple(const UnitProblem& p, Eigen::Map<Matrix> M) const {
  Index at = 0;
  for (const CoulombContact& contact : p.contacts()) {
    const Index slip = at + 1 + facets_of(contact);
    for (Index k = at + 1; k < slip && contact.tangents > 0; ++k) {
      M(k, slip) += 1.0;
      M(slip, k) -= 1.0;
    }
    if (contact.tangents > 0) M(slip, at) += contact.friction;
    at = slip + (contact.tangents > 0 ? 1 : 0);
  }
}

bool Facets::solve(const UnitProblem& p, ColumnRef y) {
  list(p);
  const auto n = static_cast<Index>(unknowns_.size());
  const double speed = p.speed() > 0.0 ? p.speed() : 1.0;
  auto M = lemke_.M(n);
  auto q = lemke_.q();
  for (Index j = 0; j < n; ++j) {
    const Unknown& b = unknowns_[number(j)];
    q[j] = b.sign * p.c()[b.row] / speed;
    for (Index i = 0; i < n; ++i) {
      const Unknown& a = unknowns_[number(i)];
      M(i, j) = a.sign * b.sign * p.A()(a.row, b.row);
    }
  }
  couple(p, M);
  if (!lemke_.solve()) return false;
  y.setZero();
  for (Index i = 0; i < n; ++i)
    y[unknowns_[number(i)].row] += unknowns_[number(i)].sign * lemke_.z()[i];
  y *= speed;
  return y.allFinite();
}

namespace {

/// Directions within the cones of the contacts, as columns: their normals, or with friction edges
/// of their cones. `contact` gets the contact of each.
Matrix pushes(const UnitProblem& p, bool friction, std::vector<Index>& contact) {
  Matrix all = Matrix::Zero(p.rows(), 5 * p.size());
  for (Index i = 0; i < p.size(); ++i) {
    const CoulombContact& at = p.contacts()[number(i)];
    const bool rubs = friction && at.tangents > 0;
    const auto count = static_cast<Index>(contact.size());
    const Index columns = rubs ? facets_of(at) : 1;
    all.row(at.row).segment(count, columns).setOnes();
    for (Index k = 0; rubs && k < columns; ++k)
      all(at.row + 1 + k / 2, count + k) = k % 2 == 0 ? at.friction : -at.friction;
    contact.insert(contact.end(), number(columns), i);
  }
  return all.leftCols(static_cast<Index>(contact.size()));
}

}  // namespace

/// The convex program min 1/2 y^T A y + c^T y over the cones has no minimum if there are any, and
/// Lemke's method ends at them.
Vector balanced_impulses(const UnitProblem& p, bool friction) {
  const double speed = p.speed();
  if (!(speed > 0.0)) return {};
  std::vector<Index> contact;
  const Matrix push = pushes(p, friction, contact);
  const Vector work = push.transpose() * p.c() / speed;
  Lemke lemke;
  lemke.M(push.cols()) = push.transpose() * p.A() * push;
  lemke.q() = work;
  if (lemke.solve()) return {};
  Vector ray = lemke.z();
  if (!(ray.sum() > 0.0)) return {};
  ray /= ray.sum();
  const bool acts = (p.A() * (push * ray)).lpNorm<Eigen::Infinity>() > 1e-9;
  if (acts || !(work.dot(ray) < -1e-10)) return {};
  Vector factors = Vector::Zero(p.size());
  for (Index k = 0; k < ray.size(); ++k) factors[contact[number(k)]] += ray[k];
  return factors;
}

}  // namespace ricochet
