#include "ricochet/position/nearest_position.hpp"

#include "ricochet/position/chord_projection.hpp"
#include "ricochet/random.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet {
namespace {

constexpr double h = 0.01;  // [s]

/// A point with different masses along x and y, on a circle of radius 1.
System circle(double mass_y, double radius_squared = 1.0) {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "bead",
                 .q = q,
                 .M = diag(vertcat(Expr(1.0), Expr(mass_y))),
                 .V = 0.0,
                 .f = {{"wire", 0.5 * (dot(q, q) - radius_squared)}}});
}

/// What q = q* + h M^-1 F(q) xi misses.
double misplaced(const System& s, const Vector& from, const Vector& q, const Vector& xi) {
  return (q - from - h * s.velocity(q, s.F(q) * xi)).lpNorm<Eigen::Infinity>();
}

TEST(NearestPosition, is_found_on_a_circle_from_anywhere) {
  const System s = circle(1.0);
  NearestPosition nearest(s);
  for (const double distance : {1e-3, 0.3, 1.0 + 1e-9, 7.0})
    for (const double angle : {0.1, 1.0, 2.0, 3.0}) {
      const Vector direction{{std::cos(angle), std::sin(angle)}};
      Vector q = distance * direction, xi = Vector::Zero(1);
      ASSERT_TRUE(nearest.solve(h, q, xi)) << distance << ' ' << angle;
      EXPECT_LT((q - direction).norm(), 1e-12) << distance << ' ' << angle;
      EXPECT_NEAR(xi[0], (1.0 - distance) / h, 1e-9);
    }
}

TEST(NearestPosition, is_near_in_the_metric_of_the_masses) {
  const System s = circle(9.0);
  NearestPosition nearest(s);
  const Vector from{{1.5, 1.5}};
  Vector q = from, xi = Vector::Zero(1);
  ASSERT_TRUE(nearest.solve(h, q, xi));
  EXPECT_LT(s.f(q).norm(), 1e-14);
  EXPECT_LT(misplaced(s, from, q, xi), 1e-13);
  const auto distance = [&](double x, double y) {
    return std::pow(x - 1.5, 2) + 9.0 * std::pow(y - 1.5, 2);
  };
  for (double turn = 0.0; turn < 2.0 * std::numbers::pi; turn += 0.01)
    EXPECT_GE(distance(std::cos(turn), std::sin(turn)), distance(q[0], q[1]) - 1e-12);
}

/// A chain that is longer than its rods and folded where the gradients at x are not.
TEST(NearestPosition, is_found_where_chords_lead_nowhere) {
  const System s = support::chain(60).system;
  std::mt19937_64 random(3);
  const Vector x = support::chain(60).start(random).q;
  Vector from = 1.02 * x;
  for (double& coordinate : from) coordinate += 0.06 * (2.0 * unit(random) - 1.0);
  ChordProjection chords(s);
  Vector q = from, xi = Vector::Zero(s.k());
  EXPECT_FALSE(chords.solve(x, h, q, xi));
  EXPECT_TRUE(chords.regular());
  NearestPosition nearest(s);
  ASSERT_TRUE(nearest.solve(h, q, xi));
  EXPECT_LT(s.f(q).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT(misplaced(s, from, q, xi), 1e-11);
}

TEST(NearestPosition, is_found_where_a_rod_is_given_twice) {
  const System s = support::chain(6, true).system;
  std::mt19937_64 random(5);
  const Vector from = 1.1 * support::chain(6).start(random).q;
  NearestPosition nearest(s);
  Vector q = from, xi = Vector::Zero(s.k());
  ASSERT_TRUE(nearest.solve(h, q, xi));
  EXPECT_LT(s.f(q).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT(misplaced(s, from, q, xi), 1e-11);
}

TEST(NearestPosition, leaves_alone_what_has_none) {
  const System s = circle(1.0, -1.0);  // x^2 + y^2 = -1
  NearestPosition nearest(s);
  const Vector from{{0.3, 0.4}};
  Vector q = from, xi = Vector::Zero(1);
  EXPECT_FALSE(nearest.solve(h, q, xi));
  EXPECT_EQ(q, from);
  EXPECT_EQ(xi[0], 0.0);
}

}  // namespace
}  // namespace ricochet
