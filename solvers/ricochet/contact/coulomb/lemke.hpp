#pragma once

#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <vector>

namespace ricochet {

/// Linear complementarity, 0 <= z _|_ M z + q >= 0, by Lemke's method with lexicographic ties. It
/// keeps its storage.
class Lemke {
 public:
  /// The matrix and the vector of a problem of n unknowns, to be written before it is solved.
  Eigen::Map<Matrix> M(Index n) { return M_.square(n_ = n); }
  Eigen::Map<Vector> q() { return q_.column(n_); }

  bool solve();
  /// The solution; after a failure a direction along which the search goes to infinity, or 0.
  [[nodiscard]] Eigen::Map<const Vector> z() const { return z_.column(n_); }

 private:
  void begin();
  void read(Index column, double sign);
  [[nodiscard]] bool before(Index i, Index j, double pivot_i, double pivot_j) const;
  [[nodiscard]] Index first_row() const;
  [[nodiscard]] Index blocking_row(Index entering) const;
  void pivot(Index row, Index entering);
  [[nodiscard]] auto tableau() { return T_.matrix(n_, 2 * n_ + 2); }
  [[nodiscard]] auto tableau() const { return T_.matrix(n_, 2 * n_ + 2); }

  Index n_ = 0;
  Buffer M_, q_, z_, T_, column_;
  std::vector<Index> basis_;
};

/// Coulomb's law with a cone of friction of four facets, two in the plane. In the plane it is
/// exact.
class Facets {
 public:
  /// False if Lemke's method does not end at a solution.
  [[nodiscard]] bool solve(const UnitProblem& problem, ColumnRef y);

 private:
  /// An unknown is the size of an impulse along a row of the problem; the sign is 0 for that of a
  /// slip.
  struct Unknown {
    Index row = 0;
    double sign = 0.0;
  };
  void list(const UnitProblem& problem);
  void couple(const UnitProblem& problem, Eigen::Map<Matrix> M) const;

  std::vector<Unknown> unknowns_;
  Lemke lemke_;
};

/// Impulses within the cones of the contacts that act on no velocity and yet are worked against by
/// the free one, as a factor per contact; of size 0 if none are found. Normal ones, without
/// friction: no velocity is admissible. With friction: contacts jam, that is, an admissible
/// velocity has to slip against friction that holds it whatever the size of the impulses.
[[nodiscard]] Vector balanced_impulses(const UnitProblem& problem, bool friction);

}  // namespace ricochet
