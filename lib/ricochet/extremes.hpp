#pragma once

#include <cmath>

namespace ricochet {

/// The larger and the smaller of two numbers. Unlike std::max and std::min they return NaN if one
/// of the two is NaN, so that it is seen in every summary.
[[nodiscard]] inline double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }
[[nodiscard]] inline double smaller(double a, double b) { return std::isnan(a) || a < b ? a : b; }

}  // namespace ricochet
