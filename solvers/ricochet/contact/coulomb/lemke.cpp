#include "ricochet/contact/coulomb/lemke.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double round_off = 1e-11;  // of a pivot and of a tie, entries of size 1
constexpr Index pivots = 50;         // per row, before the search is given up

/// T = [1 | -M | -1 | q], pivoted: columns of the slacks, of z, of the artificial unknown, and the
/// values of the basis.
class Tableau {
 public:
  Tableau(const Matrix& M, const Vector& q) : n_(q.size()), T_(n_, 2 * n_ + 2), basis_(size(n_)) {
    T_.leftCols(n_).setIdentity();
    T_.middleCols(n_, n_) = -M;
    T_.col(2 * n_).setConstant(-1.0);
    T_.col(2 * n_ + 1) = q;
    for (Index i = 0; i < n_; ++i) basis_[size(i)] = i;
  }

  LemkeAnswer run() {
    LemkeAnswer answer;
    if (n_ == 0 || T_.col(2 * n_ + 1).minCoeff() >= 0.0) {
      answer.z = Vector::Zero(n_);
      answer.solved = true;
      return answer;
    }
    Index entering = 2 * n_, row = first_row();
    for (Index left = pivots * n_; left > 0; --left) {
      const Index leaving = basis_[size(row)];
      pivot(row, entering);
      if (leaving == 2 * n_) {
        answer.solved = true;
        answer.z = point(T_.col(2 * n_ + 1));
        return answer;
      }
      entering = leaving < n_ ? leaving + n_ : leaving - n_;
      row = blocking_row(entering);
      if (row >= 0) continue;
      answer.ray = point(-T_.col(entering));
      if (entering >= n_ && entering < 2 * n_) answer.ray[entering - n_] = 1.0;
      break;
    }
    return answer;
  }

 private:
  static size_t size(Index i) { return static_cast<size_t>(i); }

  /// The entries of z among the basis.
  [[nodiscard]] Vector point(const Vector& values) const {
    Vector z = Vector::Zero(n_);
    for (Index i = 0; i < n_; ++i) {
      const Index k = basis_[size(i)];
      if (k >= n_ && k < 2 * n_) z[k - n_] = std::max(values[i], 0.0);
    }
    return z;
  }

  /// Whether row i comes before row j where both are divided by their pivots.
  [[nodiscard]] bool before(Index i, Index j, double pivot_i, double pivot_j) const {
    for (Index k = -1; k < n_; ++k) {
      const Index column = k < 0 ? 2 * n_ + 1 : k;
      const double a = T_(i, column) / pivot_i, b = T_(j, column) / pivot_j;
      if (std::abs(a - b) > round_off * (1.0 + std::abs(a))) return a < b;
    }
    return false;
  }
  [[nodiscard]] Index first_row() const {
    Index row = 0;
    for (Index i = 1; i < n_; ++i)
      if (before(i, row, 1.0, 1.0)) row = i;
    return row;
  }
  /// -1: a ray. Of the tied ones the artificial unknown leaves.
  [[nodiscard]] Index blocking_row(Index entering) const {
    Index row = -1;
    const double least = round_off * std::max(1.0, T_.col(entering).lpNorm<Eigen::Infinity>());
    for (Index i = 0; i < n_; ++i) {
      if (!(T_(i, entering) > least)) continue;
      if (row < 0 || before(i, row, T_(i, entering), T_(row, entering))) row = i;
    }
    return row;
  }
  void pivot(Index row, Index entering) {
    T_.row(row) /= T_(row, entering);
    const Vector column = T_.col(entering);
    for (Index j = 0; j < T_.cols(); ++j) {
      const double factor = T_(row, j);
      if (factor == 0.0) continue;
      for (Index i = 0; i < n_; ++i)
        if (i != row) T_(i, j) -= factor * column[i];
    }
    basis_[size(row)] = entering;
  }

  Index n_;
  Matrix T_;
  std::vector<Index> basis_;
};

/// Where the unknowns of a contact begin: its normal, its facets, the size of its slip.
Index facets(const CoulombContact& contact) { return 2 * contact.tangents; }
Index unknowns(const CoulombContact& contact) {
  return contact.tangents == 0 ? 1 : 2 + facets(contact);
}

}  // namespace

LemkeAnswer lemke(const Matrix& M, const Vector& q) { return Tableau(M, q).run(); }

bool solve_on_facets(const UnitProblem& p, ColumnRef y) {
  Index n = 0;
  for (const CoulombContact& contact : p.contacts()) n += unknowns(contact);
  Matrix directions = Matrix::Zero(p.rows(), n);  // of the impulses of the unknowns
  Matrix M = Matrix::Zero(n, n);
  Index at = 0;
  for (const CoulombContact& contact : p.contacts()) {
    directions(contact.row, at) = 1.0;
    const Index slip = at + 1 + facets(contact);
    for (Index j = 0; j < contact.tangents; ++j) {
      directions(contact.row + 1 + j, at + 1 + 2 * j) = 1.0;
      directions(contact.row + 1 + j, at + 2 + 2 * j) = -1.0;
    }
    for (Index k = at + 1; k < slip && contact.tangents > 0; ++k) {
      M(k, slip) = 1.0;
      M(slip, k) = -1.0;
    }
    if (contact.tangents > 0) M(slip, at) = contact.friction;
    at += unknowns(contact);
  }
  M += directions.transpose() * p.A() * directions;
  const double speed = p.speed() > 0.0 ? p.speed() : 1.0;
  const LemkeAnswer answer = lemke(M, directions.transpose() * p.c() / speed);
  if (!answer.solved) return false;
  y = speed * (directions * answer.z);
  return y.allFinite();
}

Vector squeezing_impulses(const UnitProblem& p) {
  const Index n = p.size();
  Matrix A(n, n);
  Vector c(n);
  for (Index i = 0; i < n; ++i) {
    const Index row = p.contacts()[static_cast<size_t>(i)].row;
    c[i] = p.c()[row];
    for (Index j = 0; j < n; ++j) A(i, j) = p.A()(row, p.contacts()[static_cast<size_t>(j)].row);
  }
  const double speed = p.speed();
  if (!(speed > 0.0)) return {};
  Vector ray = lemke(A, c / speed).ray;
  if (ray.size() == 0 || !(ray.sum() > 0.0)) return {};
  ray /= ray.sum();
  const bool acts = (A * ray).lpNorm<Eigen::Infinity>() > 1e-9;
  return acts || !(c.dot(ray) < -1e-10 * speed) ? Vector() : ray;
}

}  // namespace ricochet
