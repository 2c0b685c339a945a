#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <Eigen/Cholesky>

namespace ricochet {

/// Linear rows A x = a, B x >= b.
struct LinearRows {
  Matrix A = {};
  Vector a = {};
  Matrix B = {};
  Vector b = {};
};

/// The x nearest to x0 in the metric M that satisfies the rows: a small convex quadratic program,
/// solved as a least distance program. Rows may depend on each other. `slack`: how far B x may stay
/// below b. The caller judges the answer: where the rows contradict each other there is none.
[[nodiscard]] Vector nearest(const Eigen::LLT<Matrix>& M, const Vector& x0, const LinearRows& rows,
                             double slack);

}  // namespace ricochet
