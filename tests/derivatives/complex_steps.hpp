#pragma once

#include "ricochet/derivatives/frozen_step.hpp"
#include "support/complex_function.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <algorithm>

/// Derivatives of frozen equations by complex steps, which know nothing of the library's.

namespace ricochet::support {

class ComplexSteps {
 public:
  ComplexSteps(const StepKernel& k, const FrozenStep::Point& at, const Vector& theta)
      : values_({k.z, stack({k.x, k.theta, k.h}), k.t}, {k.residual, vertcat(k.end, k.times)}),
        rates_({k.z, stack({k.x, k.theta, k.h}), k.t}, rates_of(k)),
        z_(at.z),
        w_(at.x.size() + theta.size() + 1),
        t_(ComplexVector::Constant(1, at.t)) {
    w_ << at.x, theta, at.h;
    Matrix Rz(z_.size(), z_.size());
    for (Index j = 0; j < z_.size(); ++j) {
      ComplexVector z = z_;
      z[j] += Complex(0.0, step);
      Rz.col(j) = values_({z, w_, t_})[0].imag() / step;
    }
    lu_.compute(Rz);
  }

  /// dY/dw and dz/dw: the equations solved with a complex w.
  [[nodiscard]] Matrix first() {
    Matrix D;
    rates_of_z_.resize(z_.size(), w_.size());
    for (Index j = 0; j < w_.size(); ++j) {
      ComplexVector w = w_, z = z_;
      w[j] += Complex(0.0, step);
      for (int k = 0; k < 3; ++k) {
        const ComplexVector R = values_({z, w, t_})[0];
        z.imag() -= lu_.solve(Vector(R.imag()));
      }
      const Vector column = values_({z, w, t_})[1].imag() / step;
      D.conservativeResize(column.size(), w_.size());
      D.col(j) = column;
      rates_of_z_.col(j) = z.imag() / step;
    }
    return D;
  }

  /// The largest sum of absolute values in dY/dw = Y_w - Y_z R_z^-1 R_w, after first(): what
  /// round-off of a stable solution is relative to.
  [[nodiscard]] double largest_sum() const {
    const std::vector<ComplexVector> all = rates_({z_, w_, t_});
    const Index m = z_.size(), rows = all[3].size() / w_.size();
    const auto sizes = [&](size_t i, Index r, Index c) -> Matrix {
      return all[i].real().cwiseAbs().reshaped(r, c);
    };
    const Matrix right = sizes(0, m, m) * rates_of_z_.cwiseAbs() + sizes(1, m, w_.size());
    const Matrix inverse = lu_.inverse().cwiseAbs();
    return (sizes(3, rows, w_.size()) + sizes(2, rows, m) * (inverse * right)).maxCoeff();
  }

  /// The second derivative of s^T Y by w, after first(): the first one with a complex w.
  [[nodiscard]] Matrix second(const Vector& s) const {
    Matrix H(w_.size(), w_.size());
    const Index m = z_.size();
    for (Index j = 0; j < w_.size(); ++j) {
      ComplexVector w = w_, z = z_;
      w[j] += Complex(0.0, step);
      z.imag() += step * rates_of_z_.col(j);
      const std::vector<ComplexVector> all = rates_({z, w, t_});
      const Eigen::MatrixXcd Rz = all[0].reshaped(m, m), Rw = all[1].reshaped(m, w.size()),
                             Yz = all[2].reshaped(s.size(), m),
                             Yw = all[3].reshaped(s.size(), w.size());
      const ComplexVector u = Rz.transpose().fullPivLu().solve(Yz.transpose() * s);
      H.col(j) = (Yw.transpose() * s - Rw.transpose() * u).imag() / step;
    }
    return H;
  }

 private:
  static constexpr double step = 1e-30;

  static std::vector<Expr> rates_of(const StepKernel& k) {
    const Expr w = stack({k.x, k.theta, k.h}), Y = vertcat(k.end, k.times);
    return {jacobian(k.residual, k.z), jacobian(k.residual, w), jacobian(Y, k.z), jacobian(Y, w)};
  }

  ComplexFunction values_, rates_;
  ComplexVector z_, w_, t_;
  Eigen::FullPivLU<Matrix> lu_;
  Matrix rates_of_z_;
};

enum class Relative { to_derivatives, to_sums };

/// The first and second derivatives of a step that was taken are those of complex steps, relative
/// to their largest entries, or to the largest sums in the first where its equations amplify
/// round-off.
inline void expect_complex_steps(FrozenStep& step, const StepKernel& k, const Vector& theta,
                                 Relative relative = Relative::to_derivatives) {
  ASSERT_TRUE(step.differentiate());
  ComplexSteps complex(k, step.point(), theta);
  const Matrix D = complex.first();
  const double most = 1.0 + D.cwiseAbs().maxCoeff(),
               scale = relative == Relative::to_sums ? 1.0 + complex.largest_sum() : most;
  EXPECT_LT((step.derivative() - D).cwiseAbs().maxCoeff(), 1e-14 * scale);
  const Vector s = Vector::LinSpaced(D.rows(), 0.3, 1.1);
  const Matrix H = complex.second(s), closed = step.curvature(s);
  const double size = 1.0 + H.cwiseAbs().maxCoeff();
  EXPECT_LT((closed - closed.transpose()).cwiseAbs().maxCoeff(), 1e-12 * size);
  EXPECT_LT((closed - H).cwiseAbs().maxCoeff(), 1e-10 * size);
  Vector gradient;
  ASSERT_TRUE(step.adjoint(s, gradient));
  EXPECT_LT((gradient - step.derivative().transpose() * s).cwiseAbs().maxCoeff(),
            1e-13 * std::max(most, scale));
}

}  // namespace ricochet::support
