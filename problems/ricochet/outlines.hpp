#pragma once

#include "ricochet/problem/problem.hpp"

#include <string>

namespace ricochet {

// Outlines of bodies. The arguments name the parameters that hold their sizes.

[[nodiscard]] Outline disc_outline(const std::string& radius);
/// Semi-axes along those of the body.
[[nodiscard]] Outline ellipse_outline(const std::string& a, const std::string& b);

/// The walls y = 0 and x = 0, bodies above and to the right.
[[nodiscard]] Wall floor_wall();
[[nodiscard]] Wall left_wall();

}  // namespace ricochet
