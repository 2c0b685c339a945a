#pragma once

#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

#include <Eigen/LU>

#include <algorithm>

namespace ricochet::support {

/// The exact elastic motion of a separable system with one contact and no equalities: Runge-Kutta 4
/// in steps so small that it is exact to about 1e-10, impacts isolated by bisection.
class ExactBounces {
 public:
  explicit ExactBounces(const System& s)
      : n_(s.n()), theta_(s.parameter_values()), Minv_(s.M_now().inverse()) {
    const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_), theta = s.parameter_symbols();
    flow_ = Kernel("flow", {vertcat(q, p), theta},
                   {stack({gradient(s.H(q, p), p), -gradient(s.H(q, p), q)})});
    contact_ = Kernel("contact", {q, theta}, {s.g(q), s.G(q)});
  }

  /// The state after `duration`; `impacts` counts.
  State at(const State& start, double duration, long* impacts = nullptr) {
    Vector z(2 * n_);
    z << start.q, start.p;
    for (double left = duration; left > 0.0;) {
      const double tau = std::min(left, fine);
      const Vector ahead = after(z, tau);
      if (gap(ahead) >= 0.0) {
        z = ahead;
        left -= tau;
        continue;
      }
      double before = 0.0, behind = tau;
      while (behind - before > 1e-15) {
        const double middle = 0.5 * (before + behind);
        (gap(after(z, middle)) >= 0.0 ? before : behind) = middle;
      }
      z = after(z, before);
      mirror(z);
      left -= before;
      if (impacts) ++*impacts;
    }
    return {.t = start.t + duration, .q = z.head(n_), .p = z.tail(n_)};
  }

 private:
  static constexpr double fine = 2e-3;  // s

  Vector slope(const Vector& z) {
    Vector rate(2 * n_);
    flow_({z, theta_}, {rate});
    return rate;
  }

  Vector after(const Vector& z, double h) {
    const Vector a = slope(z), b = slope(z + 0.5 * h * a), c = slope(z + 0.5 * h * b);
    return z + h / 6.0 * (a + 2.0 * b + 2.0 * c + slope(z + h * c));
  }

  double gap(const Vector& z) {
    double g = 0.0;
    contact_({Vector(z.head(n_)), theta_}, {g, normal_});
    return g;
  }

  void mirror(Vector& z) {
    (void)gap(z);
    const Vector n = Minv_ * normal_;
    z.tail(n_) -= 2.0 * n.dot(z.tail(n_)) / n.dot(normal_) * normal_;
  }

  Index n_;
  Vector theta_, normal_ = Vector(n_);
  Matrix Minv_;
  Kernel flow_, contact_;
};

}  // namespace ricochet::support
