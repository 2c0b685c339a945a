#pragma once

#include "ricochet/system.hpp"

#include <string>

namespace ricochet {

/// Potential of a mass at height y [J]: m g y or, with planet = R > 0, m g R y / (R + y), the field
/// of a planet of radius R. Both have the weight m g at y = 0.
[[nodiscard]] Expr potential_at_height(const Expr& mass, const Expr& gravity, const Expr& planet,
                                       const Expr& y);

/// The row that keeps a corner of the rigid body q = (x, y, theta) above the floor y = 0; (b_x,
/// b_y) [m] is its place in the axes of the body.
[[nodiscard]] Constraint above_floor(const std::string& name, const Expr& q, const Expr& b_x,
                                     const Expr& b_y);

/// The rows that keep the ellipse q = (x, y, theta) above the floor y = 0 and right of the wall
/// x = 0; a and b [m] are its semi-axes along those of the body.
[[nodiscard]] Constraint ellipse_above_floor(const Expr& q, const Expr& a, const Expr& b);
[[nodiscard]] Constraint ellipse_right_of_wall(const Expr& q, const Expr& a, const Expr& b);

}  // namespace ricochet
