#pragma once

#include "ricochet/problem/problem.hpp"
#include "support/gravity.hpp"

#include <cmath>
#include <string>

/// Single bodies on a rough floor whose motion is known in closed form. SI units.
namespace ricochet::support {

/// A point mass of 1 kg on a slope of `slope` rad, x down along it; restitution 0.
inline System slider(double slope, double friction) {
  const Expr q = Expr::sym("q", 2), angle = Expr::sym("slope"), mu = Expr::sym("friction");
  return System(
      {.name = "slider",
       .q = q,
       .parameters = {{"slope", angle, slope}, {"friction", mu, friction}},
       .M = Expr::eye(2),
       .V = gravity * (q(1) * cos(angle) - q(0) * sin(angle)),
       .g = {{"floor",
              q(1),
              {.restitution = 0.0, .friction = mu, .tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}});
}

/// A point mass of 1 kg in space over the floor z = 0, which may slide in any direction. `pull`: a
/// constant force along y.
inline System puck(double friction, double pull = 0.0) {
  const Expr q = Expr::sym("q", 3), zero = 0.0, one = 1.0;
  return System({.name = "puck",
                 .q = q,
                 .M = Expr::eye(3),
                 .V = gravity * q(2) - pull * q(1),
                 .g = {{"floor",
                        q(2),
                        {.restitution = 0.0,
                         .friction = friction,
                         .tangents = {vertcat(one, zero, zero), vertcat(zero, one, zero)}}}}});
}

/// A homogeneous disc of 1 kg and radius 0.5 m on the floor, coordinates (x, y, angle).
inline System disc_on_floor(double friction) {
  constexpr double radius = 0.5;
  const Expr q = Expr::sym("q", 3);
  const Expr slip = vertcat(Expr(1.0), Expr(0.0), Expr(radius));
  return System({.name = "disc",
                 .q = q,
                 .M = diag(Expr(std::vector<double>{1.0, 1.0, 0.5 * radius * radius})),
                 .V = gravity * q(1),
                 .g = {{"floor",
                        q(1) - radius,
                        {.restitution = 0.0, .friction = friction, .tangents = {slip}}}}});
}

/// A planar block of 1 kg, `width` and 1 m high, on the floor, coordinates (x, y, angle): the two
/// corners below, each given `times` times.
inline System block_on_floor(double width, double friction, int times = 1) {
  const Expr q = Expr::sym("q", 3), c = cos(q(2)), s = sin(q(2));
  SystemSpecification block{
      .name = "block",
      .q = q,
      .M = diag(Expr(std::vector<double>{1.0, 1.0, (1.0 + width * width) / 12.0})),
      .V = gravity * q(1)};
  for (int copy = 0; copy < times; ++copy)
    for (const double side : {-0.5, 0.5}) {
      const Expr x = q(0) + side * width * c + 0.5 * s, y = q(1) + side * width * s - 0.5 * c;
      block.g.add((side < 0.0 ? "left " : "right ") + std::to_string(copy), y,
                  {.restitution = 0.0, .friction = friction, .tangents = {jacobian(x, q).T()}});
    }
  return System(block);
}

}  // namespace ricochet::support
