#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <functional>
#include <random>

namespace ricochet::support {

/// Relative step of central differences: truncation h^2 and round-off eps/h balance here.
constexpr double difference_step = 6e-6;
/// What central differences of smooth functions of size 1 can promise, with a margin.
constexpr double difference_tolerance = 1e-7;

/// d f_i / d x_j by central differences: rows f, columns x.
inline Matrix central_differences(const std::function<Vector(const Vector&)>& f, const Vector& x,
                                  double step = difference_step) {
  Matrix jacobian(f(x).size(), x.size());
  for (Index j = 0; j < x.size(); ++j) {
    const double d = step * (1.0 + std::abs(x[j]));
    Vector plus = x, minus = x;
    plus[j] += d;
    minus[j] -= d;
    jacobian.col(j) = (f(plus) - f(minus)) / (plus[j] - minus[j]);
  }
  return jacobian;
}

/// Entries evenly distributed in [-size, size], the same for the same seed.
inline Vector random_vector(Index n, unsigned seed, double size = 1.0) {
  std::mt19937 generator(seed);
  Vector x(n);
  for (double& entry : x)
    entry =
        size *
        (2.0 * static_cast<double>(generator()) / static_cast<double>(std::mt19937::max()) - 1.0);
  return x;
}

}  // namespace ricochet::support
