#include "ricochet/shapes.hpp"

namespace ricochet {

Expr potential_at_height(const Expr& mass, const Expr& gravity, const Expr& planet, const Expr& y) {
  // The curvature 1/R, or exactly 0 where planet = 0: no branch depends on y, nothing is divided by
  // 0, and m g y / (1 + 0 y) has the bits of m g y.
  const Expr flat = planet == 0.0;
  const Expr curvature = (1.0 - flat) / (planet + flat);
  return mass * gravity * y / (1.0 + curvature * y);
}

Constraint above_floor(const std::string& name, const Expr& q, const Expr& b_x, const Expr& b_y) {
  const Expr theta = q(2), height = b_x * sin(theta) + b_y * cos(theta);  // above the centre
  return {.name = name,
          .value = q(1) + height,
          .contact = {.tangents = {vertcat(Expr(1.0), Expr(0.0), -height)}}};
}

namespace {

/// How far an ellipse reaches from its centre along y; along x with a and b exchanged.
Expr reach(const Expr& a, const Expr& b, const Expr& theta) {
  return sqrt(pow(a * sin(theta), 2) + pow(b * cos(theta), 2));  // [RC25] 4, example (2)
}

}  // namespace

Constraint ellipse_above_floor(const Expr& q, const Expr& a, const Expr& b) {
  const Expr height = reach(a, b, q(2));
  return {.name = "floor",
          .value = q(1) - height,
          .contact = {.tangents = {vertcat(Expr(1.0), Expr(0.0), height)}}};
}

Constraint ellipse_right_of_wall(const Expr& q, const Expr& a, const Expr& b) {
  const Expr width = reach(b, a, q(2));
  return {.name = "wall",
          .value = q(0) - width,
          .contact = {.tangents = {vertcat(Expr(0.0), Expr(1.0), -width)}}};
}

}  // namespace ricochet
