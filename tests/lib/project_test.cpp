#include "ricochet/project.hpp"

#include "ricochet/start.hpp"
#include "support/matchers.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;
using support::same_bits;

constexpr double exactly = 1e-14;

System ball() {
  const Expr q = Expr::sym("q", 2);
  return System(
      {.name = "ball", .q = q, .M = 2.0 * Expr::eye(2), .V = 9.81 * q(1), .g = {{"floor", q(1)}}});
}

/// Two masses on rods of length 1, the second one hanging at the first, above a floor at y = -1.5.
System rods(double heavy = 1.0) {
  const Expr q = Expr::sym("q", 4);
  const Expr a = q(casadi::Slice(0, 2), 0), b = q(casadi::Slice(2, 4), 0);
  return System({.name = "rods",
                 .q = q,
                 .M = diag(Expr(std::vector<double>{heavy, heavy, 1.0, 1.0})),
                 .V = 9.81 * (heavy * q(1) + q(3)),
                 .f = {{"rod 0", norm_2(a) - 1.0}, {"rod 1", norm_2(b - a) - 1.0}},
                 .g = {{"floor", q(3) + 1.5}}});
}

TEST(Projection, does_not_touch_an_admissible_start) {
  const State honest{.t = 3.0, .q = Vector{{0.3, 0.0}}, .p = Vector{{1.0, -5.0}}};
  const State same = project(ball(), honest);
  EXPECT_EQ(same.t, 3.0);
  EXPECT_TRUE(same_bits(same.q, honest.q));
  EXPECT_TRUE(same_bits(same.p, honest.p)) << "the approach is honest";
}

TEST(Projection, lifts_a_start_to_the_floor) {
  for (const double depth : {1e-12, 1e-9, 0.25}) {
    const State lifted = project(ball(), {.q = Vector{{0.3, -depth}}, .p = Vector{{1.0, -5.0}}});
    EXPECT_EQ(lifted.q[0], 0.3);
    EXPECT_NEAR(lifted.q[1], 0.0, exactly) << depth;
    EXPECT_TRUE(near(lifted.p, Vector{{1.0, -5.0}}, 0.0)) << "the approach is honest";
    EXPECT_TRUE(violations(ball(), lifted).empty());
  }
}

TEST(Projection, onto_a_circle_is_radial_from_inside_and_from_far_outside) {
  const Expr q = Expr::sym("q", 2);
  const System s({.name = "ring",
                  .q = q,
                  .M = 3.0 * Expr::eye(2),
                  .V = 0.0,
                  .f = {{"ring", norm_2(q) - 1.0}}});
  const Vector direction{{0.6, 0.8}};
  for (const double r : {0.2, 0.9, 0.999999, 1.5, 4.0}) {
    const State on = project(s, {.q = r * direction, .p = Vector{{3.0, 0.0}}});
    EXPECT_TRUE(near(on.q, direction, 1e-13)) << r;
    EXPECT_LE(std::abs(s.f(on.q)[0]), exactly) << r;
    EXPECT_TRUE(near(on.p, Vector{{0.64 * 3.0, -0.48 * 3.0}}, 1e-12)) << r;
  }
}

TEST(Projection, is_the_nearest_in_the_kinetic_metric) {
  const System light = rods(), heavy = rods(1e6);
  const Vector q{{0.1, -1.05, 0.3, -1.9}};
  for (const System& s : {light, heavy}) {
    const Vector to = project(s, {.q = q, .p = Vector::Zero(4)}).q;
    EXPECT_LE(s.f(to).cwiseAbs().maxCoeff(), exactly) << s.M_now()(0, 0);
    EXPECT_GE(s.smallest(s.g(to)), -exactly);
    // Stationary: M (to - q) lies in the span of the gradients, with a push of the floor.
    Matrix J(4, 3);
    J << s.F(to), s.G(to);
    const Vector pull = s.M_now() * (to - q);
    const Vector multipliers = J.colPivHouseholderQr().solve(pull);
    EXPECT_LT((J * multipliers - pull).norm(), 1e-9 * (1.0 + pull.norm()));
    EXPECT_GE(multipliers[2], 0.0);
  }
  // The first mass is pulled back to its circle all the same, but not aside.
  const Vector moved = project(heavy, {.q = q, .p = Vector::Zero(4)}).q - q;
  EXPECT_LT(std::abs(moved[0] * 1.05 + moved[1] * 0.1), 1e-4 * moved.norm());
}

TEST(Projection, makes_random_starts_admissible) {
  const System s = rods();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-0.3, 0.3);
  for (int i = 0; i < 100; ++i) {
    State start{.q = Vector{{0.0, -1.0, 0.9, -1.4}}, .p = Vector::Zero(4)};
    for (double& x : start.q) x += number(random);
    for (double& x : start.p) x = 10.0 * number(random);
    const State to = project(s, start);
    const std::vector<std::string> left = violations(s, to);
    EXPECT_TRUE(left.empty()) << left.front();
    EXPECT_LE(s.f(to.q).cwiseAbs().maxCoeff(), exactly);
    EXPECT_FALSE(violations(s, start).empty()) << "the start needs no projection";
  }
}

TEST(Projection, of_a_momentum_is_the_nearest_and_no_contact_is_approached_faster) {
  // The track goes down to the right: without the floor, the motion along x would be turned down.
  const Expr q = Expr::sym("q", 3);
  const System s({.name = "track",
                  .q = q,
                  .M = Expr::eye(3),
                  .V = 0.0,
                  .f = {{"track", q(0) + q(1)}},
                  .g = {{"floor", q(1)}}});
  const auto projected = [&](double x, double y) -> Vector {
    return project(s, {.q = Vector::Zero(3), .p = Vector{{x, y, 1.0}}}).p;
  };
  EXPECT_TRUE(near(projected(-2.0, 0.0), Vector{{-1.0, 1.0, 1.0}}, exactly));
  EXPECT_TRUE(near(projected(2.0, 0.0), Vector{{0.0, 0.0, 1.0}}, exactly)) << "not faster: 0";
  EXPECT_TRUE(near(projected(2.0, -0.5), Vector{{0.5, -0.5, 1.0}}, exactly)) << "as fast as before";
}

TEST(Projection, takes_the_velocity_against_nonholonomic_rows_away) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);
  const System s({.name = "skate",
                  .q = q,
                  .v = v,
                  .M = diag(Expr(std::vector<double>{1.0, 4.0, 0.1})),
                  .V = 0.0,
                  .omega = {{"edge", v(0) - v(1)}}});
  const State to = project(s, {.q = Vector::Zero(3), .p = Vector{{1.0, 0.0, 0.7}}});
  EXPECT_TRUE(near(to.p, Vector{{0.2, 0.8, 0.7}}, exactly));  // M-nearest with v_x = v_y
}

TEST(Projection, of_a_lagrangian_keeps_its_own_momentum) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "polar rod",
                  .q = q,
                  .v = v,
                  .L = 0.5 * (v(0) * v(0) + q(0) * q(0) * v(1) * v(1)),
                  .f = {{"rod", q(0) - 2.0}}});
  const State to = project(s, {.q = Vector{{2.5, 0.0}}, .p = Vector{{0.3, 8.0}}});
  EXPECT_TRUE(near(to.q, Vector{{2.0, 0.0}}, exactly));
  EXPECT_TRUE(near(to.p, Vector{{0.0, 8.0}}, 1e-12)) << "the angular momentum";
}

TEST(Projection, of_a_union_closes_its_largest_piece) {
  const Expr q = Expr::sym("q", 2);
  Constraints g;
  g.add_any("tip", {q(0), q(1)});
  const System s({.name = "bead", .q = q, .M = Expr::eye(2), .V = 0.0, .g = g});
  const State to = project(s, {.q = Vector{{-3.0, -0.5}}, .p = Vector::Zero(2)});
  EXPECT_TRUE(near(to.q, Vector{{-3.0, 0.0}}, exactly));
}

TEST(Projection, refuses_constraints_that_no_place_satisfies) {
  const Expr q = Expr::sym("q");
  const System s(
      {.name = "box", .q = q, .M = 1.0, .V = 0.0, .f = {{"track", q}}, .g = {{"wall", q - 1.0}}});
  expect_message([&] { (void)project(s, {.q = Vector{{0.2}}, .p = Vector{{0.0}}}); },
                 {"System 'box'", "no admissible position", "still off by", "nearer"});
}

}  // namespace
}  // namespace ricochet
