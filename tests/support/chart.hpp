#pragma once

#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include <vector>

namespace ricochet::support {

/// Canonical coordinates z = (theta, pi) near a state on the manifold that equalities and closed
/// contacts leave: q = q0 + B theta + N0 c with rows(q) = 0, and pi = J^T p with J = dq/dtheta. B
/// is an orthonormal basis of the tangent space at q0, N0 holds the gradients there.
class Chart {
 public:
  Chart(const System& s, const State& origin, std::vector<Index> closed)
      : system_(s), M_(s.M_now()), q0_(origin.q), closed_(std::move(closed)), N0_(normals(q0_)) {
    const Eigen::HouseholderQR<Matrix> qr(N0_);
    const Matrix Q = qr.householderQ() * Matrix::Identity(s.n(), s.n());
    B_ = Q.rightCols(s.n() - N0_.cols());
  }

  [[nodiscard]] Vector coordinates(const State& s) const {
    Vector z(2 * B_.cols());
    z << B_.transpose() * (s.q - q0_), tangent(s.q).transpose() * s.p;
    return z;
  }

  [[nodiscard]] State state(const Vector& z) const {
    const Index d = B_.cols();
    State s{.q = q0_ + B_ * z.head(d)};
    for (int i = 0; i < 50 && N0_.cols() > 0; ++i) {  // Newton along N0, to round-off
      const Vector dc = (normals(s.q).transpose() * N0_).lu().solve(rows(s.q));
      s.q -= N0_ * dc;
      if (dc.norm() < 1e-15) break;
    }
    const Matrix J = tangent(s.q);
    s.p = M_ * (J * (J.transpose() * M_ * J).llt().solve(z.tail(d)));
    return s;
  }

 private:
  [[nodiscard]] Vector rows(const Vector& q) const {
    const Vector f = system_.f(q), g = system_.g(q);
    Vector r(N0_.cols());
    r.head(f.size()) = f;
    for (size_t i = 0; i < closed_.size(); ++i) r[f.size() + static_cast<Index>(i)] = g[closed_[i]];
    return r;
  }

  [[nodiscard]] Matrix normals(const Vector& q) const {
    const Matrix F = system_.F(q), G = system_.G(q);
    Matrix N(system_.n(), F.cols() + static_cast<Index>(closed_.size()));
    N.leftCols(F.cols()) = F;
    for (size_t i = 0; i < closed_.size(); ++i)
      N.col(F.cols() + static_cast<Index>(i)) = G.col(closed_[i]);
    return N;
  }

  /// dq/dtheta.
  [[nodiscard]] Matrix tangent(const Vector& q) const {
    if (N0_.cols() == 0) return B_;
    const Matrix N = normals(q);
    return B_ - N0_ * (N.transpose() * N0_).lu().solve(N.transpose() * B_);
  }

  System system_;
  Matrix M_;
  Vector q0_;
  std::vector<Index> closed_;
  Matrix N0_, B_;
};

}  // namespace ricochet::support
