#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <functional>

namespace ricochet::support {

/// Largest entry of D^T J D - J for the derivative D of a map at z, by central differences of order
/// 6; the first half of z are positions, the second momenta.
inline double symplectic_defect(const std::function<Vector(const Vector&)>& map, const Vector& z,
                                double step = 2e-3) {
  const Index n = z.size() / 2;
  Matrix D(2 * n, 2 * n), J = Matrix::Zero(2 * n, 2 * n);
  for (Index i = 0; i < 2 * n; ++i) {
    const Vector e = step * Vector::Unit(2 * n, i);
    const auto difference = [&](double k) -> Vector { return map(z + k * e) - map(z - k * e); };
    D.col(i) = (45.0 * difference(1) - 9.0 * difference(2) + difference(3)) / (60.0 * step);
  }
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -Matrix::Identity(n, n);
  return (D.transpose() * J * D - J).cwiseAbs().maxCoeff();
}

}  // namespace ricochet::support
