#include "ricochet/text/nearest.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet {
namespace {

constexpr double positive = 1e-12;  // of columns whose size is about 1

/// The nearest point with A x = a, and B x = b for some rows of B.
Vector on(const std::vector<Index>& closed, const Eigen::LLT<Matrix>& M, const Vector& x0,
          const LinearRows& rows) {
  const Index k = rows.A.rows(), total = k + static_cast<Index>(closed.size());
  if (total == 0) return x0;
  Matrix C(total, x0.size());
  Vector c(total);
  C.topRows(k) = rows.A;
  C.bottomRows(total - k) = rows.B(closed, Eigen::all);
  c.head(k) = rows.a;
  c.tail(total - k) = rows.b(closed);
  const Matrix moved = M.solve(C.transpose());
  const Matrix S = C * moved;
  return x0 + moved * S.completeOrthogonalDecomposition().solve(c - C * x0);
}

/// Minimises |E u - e| over u >= 0, with e the last unit vector, by Lawson and Hanson (1974),
/// chapter 23. Entries of u enter the active set one by one and leave it where they would become
/// negative.
class NonnegativeLeastSquares {
 public:
  explicit NonnegativeLeastSquares(const Matrix& E)
      : E_(E), u_(Vector::Zero(E.cols())), e_(Vector::Unit(E.rows(), E.rows() - 1)) {}

  /// The members of the set: the entries that are positive at the minimum.
  std::vector<Index> solve() {
    for (Index round = 0; round < 3 * E_.cols() + 10; ++round) {
      const Index next = steepest();
      if (next < 0) break;
      members_.push_back(next);
      settle();
    }
    std::sort(members_.begin(), members_.end());
    return members_;
  }

 private:
  /// The next member, that of the steepest descent; -1 if none descends.
  [[nodiscard]] Index steepest() const {
    Vector slope = E_.transpose() * (e_ - E_ * u_);
    for (const Index i : members_) slope[i] = 0.0;
    Index which = 0;
    return slope.maxCoeff(&which) > positive ? which : -1;
  }

  /// Moves to the minimum over the members. Those that would become negative on the way leave.
  void settle() {
    while (!members_.empty()) {
      const Matrix columns = E_(Eigen::all, members_);
      const Vector wanted = columns.completeOrthogonalDecomposition().solve(e_);
      double share = 1.0;
      for (Index i = 0; i < wanted.size(); ++i)
        if (const double now = u_[member(i)]; wanted[i] <= 0.0)
          share = std::min(share, now / (now - wanted[i] + std::numeric_limits<double>::min()));
      for (Index i = 0; i < wanted.size(); ++i)
        u_[member(i)] += share * (wanted[i] - u_[member(i)]);
      if (share == 1.0) return;
      std::erase_if(members_, [&](Index i) {
        if (u_[i] > positive) return false;
        u_[i] = 0.0;
        return true;
      });
    }
  }

  [[nodiscard]] Index member(Index i) const { return members_[static_cast<size_t>(i)]; }

  const Matrix& E_;
  Vector u_, e_;
  std::vector<Index> members_;
};

/// The rows of B that are closed at the answer: least distance programming, the same book. In
/// coordinates w about `x` in which the metric is |w|^2 and A is kept, |w| is least with G w >= h.
std::vector<Index> closed_rows(const Eigen::LLT<Matrix>& M, const Vector& x,
                               const LinearRows& rows) {
  const Matrix upper = M.matrixU();
  const Matrix back =
      upper.triangularView<Eigen::Upper>().solve(Matrix::Identity(x.size(), x.size()));
  Matrix G = rows.B * back;
  if (rows.A.rows() > 0) {  // without what A forbids
    const Matrix kept = rows.A * back;
    G -= G * kept.completeOrthogonalDecomposition().pseudoInverse() * kept;
  }
  Vector h = rows.b - rows.B * x;
  h /= h.maxCoeff();
  Matrix E(x.size() + 1, h.size());
  for (Index i = 0; i < h.size(); ++i) {
    const double size = G.row(i).norm();
    const double scale = size > 0.0 ? 1.0 / size : 0.0;  // what cannot move is not tried
    E.col(i) << scale * G.row(i).transpose(), scale * h[i];
  }
  return NonnegativeLeastSquares(E).solve();
}

}  // namespace

Vector nearest(const Eigen::LLT<Matrix>& M, const Vector& x0, const LinearRows& rows,
               double slack) {
  Vector x = on({}, M, x0, rows);
  if (rows.b.size() == 0 || (rows.B * x - rows.b).minCoeff() >= -slack) return x;
  return on(closed_rows(M, x, rows), M, x0, rows);
}

}  // namespace ricochet
