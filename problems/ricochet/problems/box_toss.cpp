#include "ricochet/contact_law.hpp"
#include "ricochet/outlines.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

#include <Eigen/Geometry>

#include <array>

namespace ricochet::problems {
namespace {

constexpr int axes = 3, corners = 8;

/// q = (centre, axis 0, axis 1, axis 2): the axes are orthonormal columns of a rotation.
Expr axis(const Expr& q, int k) { return q(casadi::Slice(3 + 3 * k, 6 + 3 * k)); }

/// The place of a corner; the bits of its number are the signs of its arms.
Expr corner(const Expr& q, const std::array<Expr, axes>& half, int number) {
  Expr place = q(casadi::Slice(0, 3));
  for (int k = 0; k < axes; ++k)
    place += ((number >> k) & 1) != 0 ? half[static_cast<size_t>(k)] * axis(q, k)
                                      : -half[static_cast<size_t>(k)] * axis(q, k);
  return place;
}

/// The axes are orthonormal; `size` makes lengths of numbers.
Constraints orthonormal(const Expr& q, const Expr& size) {
  Constraints rows;
  for (int i = 0; i < axes; ++i)
    for (int j = i; j < axes; ++j)
      rows.add("axes " + std::to_string(i) + "-" + std::to_string(j),
               size * (dot(axis(q, i), axis(q, j)) - (i == j ? 1.0 : 0.0)));
  return rows;
}

/// Tilted, in the air, thrown along x with a spin.
State tossed(const System& s) {
  const Eigen::Vector3d velocity(1.2, 0.3, 0.5), spin(3.0, -6.0, 2.0);
  const Eigen::Matrix3d R =
      Eigen::AngleAxisd(0.7, Eigen::Vector3d(0.6, 0.0, 0.8)).toRotationMatrix();
  State start{.q = Vector::Zero(12)};
  Vector v = Vector::Zero(12);
  start.q[2] = 2.0 * s.parameter("length");
  v.head<3>() = velocity;
  for (int k = 0; k < axes; ++k) {
    start.q.segment<3>(3 + 3 * k) = R.col(k);
    v.segment<3>(3 + 3 * k) = spin.cross(R.col(k));
  }
  start.p = s.M_now() * v;
  return start;
}

}  // namespace

/// A box tossed on the rough floor z = 0: it bounces on corners and edges, slides, turns and comes
/// to rest on a face. Natural coordinates, the centre and three axes of the body: the mass matrix
/// is constant, the axes stay orthonormal by six equalities, and the gaps of the eight corners are
/// linear. All data chosen.
Problem box_toss() {
  const Expr q = Expr::sym("q", 12);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), length = Expr::sym("length"),
             width = Expr::sym("width"), height = Expr::sym("height");
  const std::array<Expr, axes> half = {0.5 * length, 0.5 * width, 0.5 * height};
  Expr masses = Expr::ones(12);
  for (int k = 0; k < axes; ++k)
    masses(casadi::Slice(3 + 3 * k, 6 + 3 * k)) = pow(half[static_cast<size_t>(k)], 2) / 3.0;
  Constraints above;
  for (int number = 0; number < corners; ++number) {
    const Expr slopes = jacobian(corner(q, half, number), q).T();  // gradients of x, y, z
    above.add(numbered("corner", number), corner(q, half, number)(2),
              Contact{.tangents = {slopes(casadi::Slice(), 0), slopes(casadi::Slice(), 1)}});
  }
  Problem problem{.system = System(with_contact_law(
                      {.name = "box-toss",
                       .q = q,
                       .parameters = {mass_parameter(mass), gravity_parameter(gravity, 9.81),
                                      size_parameter(length, 0.2), size_parameter(width, 0.14),
                                      size_parameter(height, 0.1)},
                       .M = mass * diag(masses),
                       .V = mass * gravity * q(2),
                       .f = orthonormal(q, 0.5 * length),
                       .g = above},
                      {.restitution = 0.4, .friction = 0.4})),
                  .h = 0.005,
                  .duration = 2.0,
                  .stepper = "forced-collision",
                  .source = "a box in natural coordinates, chosen by us",
                  .summary = "a box in space is tossed on a rough floor",
                  .bodies = {{.name = "centre of the box, from the side", .x = 0, .y = 2}},
                  .start_for = tossed};
  problem.initial = problem.start_for(problem.system);
  return problem;
}

}  // namespace ricochet::problems
