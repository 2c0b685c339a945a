#include "ricochet/problems.hpp"
#include "ricochet/shapes.hpp"
#include "ricochet/simulate.hpp"
#include "support/finite_differences.hpp"
#include "support/matchers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

/// The data of the problems of the collision integrators, and what is special about each.

namespace ricochet {
namespace {

using support::near;
using support::same_bits;

constexpr double round_off = 1e-14;
constexpr double pi = std::numbers::pi;

/// A number that depends on symbols: e at x.
double value_of(const Expr& e, const Expr& symbols, const Vector& x) {
  double value = 0.0;
  Kernel("value", {symbols}, {e})({x}, {value});
  return value;
}

/// The tangential velocity t^T v that row i of the problem's g declares.
double tangential(const System& s, size_t i, const Vector& q, const Vector& v) {
  const Expr tangent = s.specification().g[i].contact.tangents.at(0);
  Vector t(s.n());
  Kernel("tangent", {s.specification().q, s.parameter_symbols()}, {tangent})(
      {q, s.parameter_values()}, {t});
  return t.dot(v);
}

/// The place of a point (b_x, b_y) of the rigid body q = (x, y, theta).
Eigen::Vector2d place(const Vector& q, const Eigen::Vector2d& b) {
  return q.head(2) + Eigen::Rotation2Dd(q[2]) * b;
}

/// Its velocity by central differences.
Eigen::Vector2d velocity(const Vector& q, const Vector& v, const Eigen::Vector2d& b) {
  const double d = 1e-5;  // s
  return (place(q + d * v, b) - place(q - d * v, b)) / (2.0 * d);
}

TEST(HeightPotential, is_linear_to_the_last_bit_without_a_planet) {
  const Expr y = Expr::sym("y"), planet = Expr::sym("planet"), x = vertcat(y, planet);
  const Expr V = potential_at_height(2.0, 9.81, planet, y);
  for (const double height : {-1.0, 0.0, 0.7, 3.5}) {
    EXPECT_EQ(value_of(V, x, Vector{{height, 0.0}}), 2.0 * 9.81 * height);
    EXPECT_EQ(value_of(gradient(V, y), x, Vector{{height, 0.0}}), 2.0 * 9.81);
    EXPECT_EQ(value_of(gradient(gradient(V, y), y), x, Vector{{height, 0.0}}), 0.0);
  }
}

TEST(HeightPotential, is_that_of_a_planet_of_given_radius) {
  const Expr y = Expr::sym("y"), planet = Expr::sym("planet"), x = vertcat(y, planet);
  const Expr V = potential_at_height(2.0, 9.81, planet, y);
  EXPECT_NEAR(value_of(V, x, Vector{{3.5, 8.0}}), 2.0 * 9.81 * 8.0 * 3.5 / 11.5, 1e-13);
  EXPECT_NEAR(value_of(gradient(V, y), x, Vector{{0.0, 8.0}}), 2.0 * 9.81, round_off);
}

TEST(ParticleFloor, has_its_data) {
  const Problem problem = problems::particle_floor(false);
  const System& s = problem.system;
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{0.0, 1.0}}));
  EXPECT_TRUE(same_bits(problem.initial.p, Vector{{-2.0, 0.0}}));
  EXPECT_EQ(problem.h, 0.01);
  EXPECT_EQ(problem.discretization.name(), "verlet");
  EXPECT_NEAR(s.H(problem.initial.q, problem.initial.p), 2.0 + 9.81, round_off * 10.0);
  EXPECT_EQ(s.m(), 1);
  EXPECT_EQ(s.J(problem.initial.q, problem.initial.p)[0], -2.0);
}

TEST(ParticleFloor, gets_a_wall_after_the_floor_and_loses_its_symmetry) {
  const System s = find_problem("particle-floor").make({{"wall", 1}}).system;
  EXPECT_TRUE(same_bits(s.g(Vector{{2.0, 3.0}}), Vector{{3.0, 2.0}}));
  EXPECT_TRUE(s.specification().momenta.empty());
}

TEST(ParticleFloor, keeps_its_velocity_when_the_mass_changes) {
  const Problem problem = problems::particle_floor(false);
  const State start = problem.start(problem.system.with("mass", 3.0));
  EXPECT_TRUE(same_bits(start.p, Vector{{-6.0, 0.0}}));
}

TEST(Star, has_its_data) {
  const Problem problem = problems::star();
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{0.0, 3.5, 0.0}}));
  EXPECT_TRUE(near(problem.initial.p, Vector{{-2.0, 0.0, 5.0 * 29.0 / 192.0}}, round_off));
  EXPECT_EQ(problem.h, 0.005);
  EXPECT_EQ(problem.discretization.name(), "verlet");
}

TEST(Star, is_the_intersection_of_one_row_per_vertex) {
  const System s = problems::star().system.with("length", 1.4);
  for (const double theta : {-2.3, -0.4, 0.0, 0.6, 1.1, 2.0, 3.0}) {
    const Vector g = s.g(Vector{{0.3, 2.0, theta}});
    for (int j = 0; j < 4; ++j)
      EXPECT_NEAR(g[j], 2.0 + 1.4 / std::sqrt(2.0) * std::sin(theta + pi / 4.0 + j * pi / 2.0),
                  round_off);
    const double reach = 0.7 * (std::abs(std::sin(theta)) + std::abs(std::cos(theta)));
    EXPECT_NEAR(g.minCoeff(), 2.0 - reach, round_off);  // [FMOW03] (81)
  }
}

TEST(DiscBilliard, has_its_data) {
  const Problem problem = problems::disc_billiard();
  const System& s = problem.system;
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{0.3, 0.1}}));
  EXPECT_TRUE(same_bits(problem.initial.p, Vector{{1.7, 1.1}}));
  EXPECT_EQ(problem.h, 0.01);
  EXPECT_EQ(problem.discretization.name(), "verlet");
  EXPECT_NEAR(s.H(problem.initial.q, problem.initial.p), 2.05 + 0.75 * 0.1 + 0.25 * 0.01,
              round_off);
  EXPECT_NEAR(s.J(problem.initial.q, problem.initial.p)[0], 0.3 * 1.1 - 0.1 * 1.7, round_off);
  EXPECT_NEAR(s.g(problem.initial.q)[0], 0.9, round_off);
  EXPECT_NEAR(tangential(s, 0, Vector{{0.0, 1.0}}, Vector{{2.0, 5.0}}), -2.0, round_off);
}

TEST(Ellipse, has_its_data) {
  const Problem problem = problems::ellipse();
  const System& s = problem.system;
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{0.0, 3.5, 0.5 * pi}}));
  EXPECT_TRUE(near(problem.initial.p, Vector{{2.0, 0.0, -3.0 * 1.25 / 4.0}}, round_off));
  EXPECT_EQ(problem.h, 0.01);
  EXPECT_EQ(problem.discretization.name(), "midpoint");
  EXPECT_NEAR(s.g(problem.initial.q)[0], 2.5, round_off);        // upright
  EXPECT_NEAR(s.g(Vector{{0.0, 3.5, 0.0}})[0], 3.0, round_off);  // lying
}

/// The point of an ellipse that is lowest, or leftmost, in the axes of the body.
Eigen::Vector2d extreme(double a, double b, const Eigen::Vector2d& direction_in_body) {
  const double s = std::atan2(b * direction_in_body[1], a * direction_in_body[0]);
  return {a * std::cos(s), b * std::sin(s)};
}

TEST(ShootingEllipse, has_rows_and_tangents_at_its_extreme_points) {
  const System s = problems::shooting_ellipse().system;
  const Vector v{{0.7, -0.4, 1.9}};
  for (const double theta : {-2.0, -0.5, 0.0, 0.8, 1.7, 3.0}) {
    const Vector q{{2.0, 1.5, theta}};
    const Eigen::Rotation2Dd back(-theta);
    const Eigen::Vector2d low = extreme(0.5, 0.3, back * Eigen::Vector2d(0.0, -1.0));
    const Eigen::Vector2d left = extreme(0.5, 0.3, back * Eigen::Vector2d(-1.0, 0.0));
    EXPECT_NEAR(s.g(q)[0], place(q, low)[1], round_off);
    EXPECT_NEAR(s.g(q)[1], place(q, left)[0], round_off);
    EXPECT_NEAR(tangential(s, 0, q, v), velocity(q, v, low)[0], support::difference_tolerance);
    EXPECT_NEAR(tangential(s, 1, q, v), velocity(q, v, left)[1], support::difference_tolerance);
  }
}

TEST(Shooting, has_its_data) {
  const Problem disc = problems::shooting_disc(), ellipse = problems::shooting_ellipse();
  EXPECT_TRUE(same_bits(disc.initial.q, Vector{{2.0, 1.5}}));
  EXPECT_EQ(disc.steps(), 200);
  EXPECT_TRUE(near(disc.system.g(disc.initial.q), Vector{{1.2, 1.7}}, round_off));
  EXPECT_TRUE(same_bits(ellipse.initial.q, Vector{{2.0, 1.5, 0.4}}));
  EXPECT_EQ(ellipse.steps(), 120);
  for (const Problem* problem : {&disc, &ellipse})
    EXPECT_EQ(problem->system.parameter("gravity"), 9.81);
}

TEST(PendulumCylinder, starts_with_the_discrete_momentum_of_its_velocity) {
  const Problem problem = problems::pendulum_cylinder();
  const System& s = problem.system;
  EXPECT_EQ(problem.discretization.name(), "left");
  EXPECT_EQ(problem.h, 1e-3);
  // made by an independent implementation
  EXPECT_TRUE(near(problem.initial.p, Vector{{3.1440937067801635, 5.7202003639421299}}, 1e-12));
  const State fine = problem.start(s, left_point(), 1e-9);
  EXPECT_TRUE(near(fine.p, Vector{{pi, 2.0 * problem.v0[1]}}, 1e-6));  // dL/dv
}

TEST(PendulumCylinder, has_its_rows) {
  const Problem problem = problems::pendulum_cylinder();
  const System& s = problem.system;
  const Vector beyond{{1.25 * pi, 0.0}};  // theta has passed pi
  EXPECT_TRUE(near(s.g(beyond), Vector{{1.5 + std::sqrt(2.0), 1.5 - std::sqrt(2.0)}}, round_off));
  Matrix omega(1, 2);
  const Expr q = Expr::sym("q", 2);
  Kernel("omega", {q, s.parameter_symbols()}, {s.omega(q)})(
      {problem.initial.q, s.parameter_values()}, {omega});
  EXPECT_NEAR((omega * problem.v0)(0), 0.0, round_off);
  EXPECT_NEAR(omega(0, 0), pi + 0.5, round_off);
}

TEST(Wedge, has_its_data) {
  const Problem problem = problems::wedge();
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{0.0, 1.3, -1.1}}));
  const double inertia = 0.25 / 24.0 + 1.0 / 18.0;
  EXPECT_TRUE(near(problem.initial.p, Vector{{5.0, 0.0, -1.5 * inertia}}, round_off));
  EXPECT_EQ(problem.h, 0.005);
  EXPECT_EQ(problem.discretization.name(), "verlet");
}

TEST(Wedge, has_rows_and_tangents_at_its_vertices) {
  const System s = problems::wedge().system;
  const Vector v{{0.7, -0.4, 1.9}};
  const Eigen::Vector2d vertices[] = {{2.0 / 3.0, 0.0}, {-1.0 / 3.0, 0.25}, {-1.0 / 3.0, -0.25}};
  for (const double theta : {-2.0, -0.5, 0.0, 0.8, 3.0}) {
    const Vector q{{0.4, 1.1, theta}};
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(s.g(q)[static_cast<Index>(i)], place(q, vertices[i])[1], round_off);
      EXPECT_NEAR(tangential(s, i, q, v), velocity(q, v, vertices[i])[0],
                  support::difference_tolerance);
    }
  }
}

TEST(Wedge, first_hits_the_floor_with_a_vertex_at_a_known_velocity) {
  const Problem problem = problems::wedge();
  const System& s = problem.system;
  const auto at = [&](double t) {
    return Vector(problem.initial.q + t * problem.v0 - Vector{{0.0, 0.5 * 9.81 * t * t, 0.0}});
  };
  double before = 0.0, after = 0.0;
  while (s.g(at(after)).minCoeff() > 0.0) after += 1e-3;
  while (after - before > 1e-13) {
    const double middle = 0.5 * (before + after);
    (s.g(at(middle)).minCoeff() > 0.0 ? before : after) = middle;
  }
  Index vertex = -1;
  s.g(at(after)).minCoeff(&vertex);
  EXPECT_EQ(vertex, 0);
  const Vector v = problem.v0 - Vector{{0.0, 9.81 * after, 0.0}};
  EXPECT_NEAR(s.G(at(after)).col(vertex).dot(v), -3.461, 5e-4);  // [m/s]
  EXPECT_NEAR(tangential(s, 0, at(after), v), 4.002, 5e-4);
}

TEST(CornerTip, admits_all_but_the_obstacle) {
  const Problem problem = problems::corner_tip();
  const System& s = problem.system;
  EXPECT_EQ(s.m(), 2);
  EXPECT_EQ(s.gap_name(1), "tip[1]");
  const auto gap = [&](double degrees) {
    const double angle = degrees * pi / 180.0;
    return s.smallest(s.g(Vector{{std::cos(angle), std::sin(angle)}}));
  };
  for (const double outside : {0.0, 90.0, 160.0, 249.0, 301.0, 350.0}) EXPECT_GT(gap(outside), 0.0);
  for (const double inside : {251.0, 275.0, 299.0}) EXPECT_LT(gap(inside), 0.0);
  const Vector end = problem.initial.q + 4.0 * problem.h * problem.initial.p;  // unit mass
  EXPECT_NEAR(end.norm(), 0.0, round_off);
}

TEST(MomentaOf, follow_from_the_discrete_lagrangian_where_they_are_known_modulo_rows) {
  const Problem problem = problems::pendulum_cylinder();
  const System& s = problem.system;
  const Vector exact = s.momentum(problem.initial.q, problem.v0);
  const auto off = [&](double h) {
    return (momenta_of(s, problem.discretization, problem.initial.q, problem.v0, h) - exact).norm();
  };
  EXPECT_GT(off(1e-2), 1e-2);
  EXPECT_NEAR(off(1e-4) / off(1e-2), 1e-2, 1e-4);  // of the first order in h
}

}  // namespace
}  // namespace ricochet
