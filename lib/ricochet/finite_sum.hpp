#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <cmath>

namespace ricochet {

/// False if an entry is not finite, or if their sum is too large to be. A plain loop, as most
/// vectors are short.
[[nodiscard]] inline bool finite_sum(const Vector& v) {
  double sum = 0.0;
  for (const double x : v) sum += x;
  return std::isfinite(sum);
}

}  // namespace ricochet
