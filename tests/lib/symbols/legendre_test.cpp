#include "ricochet/symbols/legendre.hpp"

#include "ricochet/problem/problem.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;

constexpr double round_off = 1e-13;

/// A charge in a magnetic field: L is quadratic in v, with a term linear in v, p = v + A(q).
System charge() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  return System({.name = "charge",
                 .q = q,
                 .v = v,
                 .L = 0.5 * dot(v, v) - 0.75 * q(1) * v(0) - 0.5 * q(0) * q(0)});
}

/// A fast particle: L = -sqrt(1 - v.v), p = v / sqrt(1 - v.v), H = sqrt(1 + p.p).
System relativistic() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  return System({.name = "fast", .q = q, .v = v, .L = -sqrt(1.0 - dot(v, v)) - 0.25 * q(0)});
}

/// L = v^4/4 + v^2/2: p = v^3 + v, H = 3/4 v^4 + v^2/2.
System quartic() {
  const Expr q = Expr::sym("q"), v = Expr::sym("v");
  return System({.name = "quartic", .q = q, .v = v, .L = 0.25 * pow(v, 4) + 0.5 * v * v});
}

TEST(Legendre, gives_the_momentum_of_a_velocity_exactly) {
  const Vector q{{2.0, 0.5}}, v{{0.3, -0.2}};
  EXPECT_TRUE(near(support::polar().momentum(q, v), Vector{{0.3, 4.0 * -0.2}}, 0.0));
  EXPECT_TRUE(near(charge().momentum(q, v), Vector{{0.3 - 0.75 * 0.5, -0.2}}, 1e-16));
  EXPECT_TRUE(near(support::henon_heiles().momentum(q, v), Vector{{0.3, -0.4}}, 0.0));
}

TEST(Legendre, gives_the_velocity_back) {
  const Vector q{{2.0, 0.5}};
  for (const System& s : {support::polar(), charge(), relativistic(), support::henon_heiles()})
    for (const Vector& v : {Vector{{0.0, 0.0}}, Vector{{0.3, -0.2}}, Vector{{-0.7, 0.71}}})
      EXPECT_TRUE(near(s.velocity(q, s.momentum(q, v)), v, round_off)) << s.name();
  for (const double v : {-30.0, -1e-6, 0.0, 0.5, 1e4})
    EXPECT_NEAR(quartic().velocity(Vector{{0.0}}, Vector{{v * v * v + v}})[0], v,
                round_off * (1.0 + std::abs(v)));
}

TEST(Legendre, gives_H_as_a_number) {
  const Vector q{{2.0, 0.5}}, p{{0.4, -1.2}};
  const double r = 2.0, V = -0.8 / r + 0.1 * r * r * std::cos(0.5);
  EXPECT_NEAR(support::polar().H(q, p), 0.5 * (0.16 + 1.44 / (r * r)) + V, round_off);
  const Vector v{{0.4 + 0.75 * 0.5, -1.2}};
  EXPECT_NEAR(charge().H(q, p), 0.5 * v.dot(v) + 2.0, round_off);
  EXPECT_NEAR(relativistic().H(q, p), std::sqrt(1.0 + 0.16 + 1.44) + 0.5, round_off);
  EXPECT_NEAR(quartic().H(Vector{{0.0}}, Vector{{2.0}}), 1.25, round_off);  // v = 1
}

TEST(Legendre, gives_H_as_an_expression_where_L_is_quadratic_in_v) {
  const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2);
  for (const System& s : {support::polar(), charge(), support::henon_heiles()}) {
    EXPECT_TRUE(quadratic_in_velocity(s)) << s.name();
    Kernel H("H", {q, p, s.parameter_symbols()}, {s.H(q, p)});
    const Vector at{{1.5, 0.25}}, momenta{{-0.4, 2.0}};
    double value = 0.0;
    H({at, momenta, s.parameter_values()}, {value});
    EXPECT_NEAR(value, s.H(at, momenta), round_off) << s.name();
  }
  EXPECT_FALSE(quadratic_in_velocity(relativistic()));
  expect_message([&] { (void)relativistic().H(q, p); },
                 {"System 'fast'", ".L is not quadratic in v", "system.H(q, p)"});
}

TEST(Legendre, uses_the_parameters_of_the_system_given) {
  const Vector q{{2.0, 0.5}}, p{{0.4, -1.2}};
  const System s = support::polar();
  EXPECT_NEAR(s.with("strength", 1.8).H(q, p) - s.H(q, p), -1.0 / 2.0, round_off);
}

TEST(Legendre, refuses_momenta_that_no_velocity_has) {
  const Expr q = Expr::sym("q"), v = Expr::sym("v");
  const System s({.name = "bounded", .q = q, .v = v, .L = sqrt(1.0 + v * v)});  // |p| < 1
  EXPECT_NEAR(s.velocity(Vector{{0.0}}, Vector{{0.6}})[0], 0.75, round_off);
  expect_message([&] { (void)s.velocity(Vector{{0.0}}, Vector{{1.5}}); },
                 {"System 'bounded'", "no velocity v is found", "(1.5)", "give momenta"});
}

TEST(MomentaOf, a_lagrangian_without_nonholonomic_rows_are_exact) {
  const Vector q{{2.0, 0.5}}, v{{0.3, -0.2}};
  for (const double h : {1e-6, 0.5}) {  // whatever the first step is
    const Vector p = momenta_of(support::polar(), midpoint(), q, v, h);
    EXPECT_TRUE(near(p, Vector{{0.3, 4.0 * -0.2}}, 0.0)) << h;
  }
}

}  // namespace
}  // namespace ricochet
