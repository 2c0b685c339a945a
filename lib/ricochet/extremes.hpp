#pragma once

#include <cmath>

namespace ricochet {

/// The larger and the smaller of two numbers; unlike std::max and std::min, NaN wins, so that it
/// shows in every summary.
[[nodiscard]] inline double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }
[[nodiscard]] inline double smaller(double a, double b) { return std::isnan(a) || a < b ? a : b; }

}  // namespace ricochet
