#pragma once

#include "ricochet/problem/problem.hpp"

#include <cmath>
#include <string>

namespace ricochet::support {

/// A rigid box over a floor in natural coordinates: its centre and three directors fixed to it,
/// kept orthonormal by six equalities; eight corners may meet the floor. Elastic and without
/// friction unless `restitution` is set.
inline System box_over_floor() {
  constexpr double sides[3] = {1.0, 0.6, 0.4};  // m
  const Expr q = Expr::sym("q", 12), restitution = Expr::sym("restitution");
  const auto director = [&](int i) { return Expr(q(casadi::Slice(3 + 3 * i, 6 + 3 * i))); };
  Expr M = Expr::eye(12);  // kg: a mass of 1
  for (int i = 0; i < 9; ++i) M(3 + i, 3 + i) = sides[i / 3] * sides[i / 3] / 12.0;
  SystemSpecification box{.name = "box",
                          .q = q,
                          .parameters = {{"restitution", restitution, 1.0}},
                          .M = M,
                          .V = 9.81 * q(2)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      box.f.add("directors " + std::to_string(i) + " and " + std::to_string(j),
                dot(director(i), director(j)) - (i == j ? 1.0 : 0.0));
  for (int corner = 0; corner < 8; ++corner) {
    Expr height = q(2);
    for (int i = 0; i < 3; ++i)
      height += ((corner >> i & 1) != 0 ? 0.5 : -0.5) * sides[i] * q(5 + 3 * i);
    box.g.add("corner " + std::to_string(corner), height, {.restitution = restitution});
  }
  return System(box);
}

/// The box falls from a metre, turned about two axes, so that it meets the floor corner by corner.
inline Problem tilted_box() {
  const double a = 0.4, b = 0.3;  // rad, about x and then about y
  const Matrix R{{std::cos(b), std::sin(a) * std::sin(b), std::cos(a) * std::sin(b)},
                 {0.0, std::cos(a), -std::sin(a)},
                 {-std::sin(b), std::sin(a) * std::cos(b), std::cos(a) * std::cos(b)}};
  Problem box{.system = box_over_floor(), .h = 0.01, .duration = 1.0, .stepper = "hybrid"};
  box.initial = {.q = Vector::Zero(12), .p = Vector::Zero(12)};
  box.initial.q[2] = 1.0;
  box.initial.q.tail(9) = R.reshaped();
  return box;
}

}  // namespace ricochet::support
