#include "ricochet/system.hpp"

#include "ricochet/problems.hpp"
#include "support/finite_differences.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;
using support::same_bits;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double round_off = 1e-14;  // relative, of sums of a few products

/// A bead with a corner (a union), a floor and drag.
System bead() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), e = Expr::sym("e");
  Constraints g = {{"floor", q(1), Contact{.restitution = e, .friction = 0.3}}};
  g.add_any("corner", {q(0) - 1.0, q(1) - 2.0, 3.0 - q(0)});
  return System(
      {.name = "bead",
       .q = q,
       .v = v,
       .t = t,
       .parameters = {{"mass", mass, 2.0}, {"gravity", gravity, 9.81}, {"restitution", e, 0.5}},
       .M = mass * Expr::eye(2),
       .V = mass * gravity * q(1),
       .f = {{"track", q(0) * q(1) - 1.0}},
       .g = g,
       .omega = {{"skate", v(0) - q(1) * v(1)}},
       .forces = {{"drag", -0.5 * v}, {"wind", vertcat(sin(t), Expr(0.0))}},
       .momenta = {{"spin",
                    [](const Expr& x, const Expr& p) { return Expr(x(0) * p(1) - x(1) * p(0)); }}},
       .length = 0.1,
       .time = 2.0});
}

double value(const Expr& e) { return static_cast<double>(casadi::DM(e)); }

TEST(System, knows_its_sizes_and_names) {
  const System s = bead();
  EXPECT_EQ(s.name(), "bead");
  EXPECT_EQ(s.n(), 2);
  EXPECT_EQ(s.k(), 1);
  EXPECT_EQ(s.m(), 4);
  EXPECT_TRUE(s.separable());
  EXPECT_EQ(s.gap_name(0), "floor");
  EXPECT_EQ(s.gap_name(1), "corner[0]");
  EXPECT_EQ(s.gap_name(3), "corner[2]");
  EXPECT_EQ(s.parameter_names(), (std::vector<std::string>{"mass", "gravity", "restitution"}));
  EXPECT_EQ(s.parameter("gravity"), 9.81);
}

TEST(System, scales_its_tolerances_with_length_and_time) {
  const Tolerances scaled = bead().tolerances(), unit = {};
  EXPECT_DOUBLE_EQ(scaled.gap, 0.1 * unit.gap);
  EXPECT_DOUBLE_EQ(scaled.speed, 0.1 / 2.0 * unit.speed);
  EXPECT_DOUBLE_EQ(scaled.impulse, 0.1 / 2.0 * unit.impulse);
}

TEST(System, evaluates_every_numeric_quantity) {
  const System s = bead();
  const Vector q{{2.0, 3.0}}, p{{4.0, 6.0}};
  EXPECT_TRUE(near(s.M_now(), Matrix{{2.0, 0.0}, {0.0, 2.0}}, 0.0));
  EXPECT_NEAR(s.H(q, p), (16.0 + 36.0) / 4.0 + 2.0 * 9.81 * 3.0, 1e-12);  // [J]
  EXPECT_TRUE(near(s.f(q), Vector{{5.0}}, round_off));
  EXPECT_TRUE(near(s.g(q), Vector{{3.0, 1.0, 1.0, 1.0}}, round_off));
  EXPECT_TRUE(near(s.F(q), Matrix{{3.0}, {2.0}}, round_off));
  EXPECT_TRUE(near(s.G(q), Matrix{{0.0, 1.0, 0.0, -1.0}, {1.0, 0.0, 1.0, 0.0}}, round_off));
  EXPECT_TRUE(near(s.J(q, p), Vector{{2.0 * 6.0 - 3.0 * 4.0}}, round_off));
}

TEST(System, takes_expressions_for_its_symbols) {
  const System s = bead();
  const Expr x = Expr(std::vector<double>{2.0, 3.0}), v = Expr(std::vector<double>{1.0, -1.0});
  const Expr theta = s.parameter_symbols(), values = Expr(std::vector<double>{2.0, 9.81, 0.5});
  const auto at = [&](const Expr& e) { return value(substitute(e, theta, values)); };
  EXPECT_DOUBLE_EQ(at(s.V(x)), 2.0 * 9.81 * 3.0);
  EXPECT_DOUBLE_EQ(at(s.L(x, v)), 2.0 - 2.0 * 9.81 * 3.0);
  EXPECT_DOUBLE_EQ(at(s.velocity(v)(1)), -0.5);
  EXPECT_DOUBLE_EQ(at(s.omega(x)(0, 1)), -3.0);
  EXPECT_DOUBLE_EQ(at(s.contact_parameters()(0, 0)), 0.5);
  EXPECT_DOUBLE_EQ(at(s.contact_parameters()(1, 0)), 0.3);
  EXPECT_DOUBLE_EQ(at(s.contact_parameters()(0, 1)), 1.0);
}

TEST(System, adds_its_forces) {
  const System s = bead();
  const Expr v = Expr(std::vector<double>{1.0, -1.0});
  const Expr Q = s.Q(v, v, 0.25);
  EXPECT_DOUBLE_EQ(value(Q(0)), -0.5 + std::sin(0.25));
  EXPECT_DOUBLE_EQ(value(Q(1)), 0.5);
}

TEST(System, without_constraints_has_empty_columns) {
  const System s = support::henon_heiles();
  const Vector q{{0.1, 0.2}};
  EXPECT_EQ(s.m(), 0);
  EXPECT_EQ(s.f(q).size(), 0);
  EXPECT_EQ(s.G(q).rows(), 2);
  EXPECT_EQ(s.G(q).cols(), 0);
  EXPECT_EQ(s.smallest(s.g(q)), std::numeric_limits<double>::infinity());
}

TEST(System, takes_a_general_Lagrangian) {
  const System s = support::polar();
  EXPECT_FALSE(s.separable());
  const Expr q = Expr(std::vector<double>{2.0, 0.0}), v = Expr(std::vector<double>{1.0, 3.0});
  const Expr L = substitute(s.L(q, v), s.parameter_symbols(), Expr(0.8));
  EXPECT_DOUBLE_EQ(value(L), 0.5 * (1.0 + 4.0 * 9.0) + 0.8 / 2.0 - 0.1 * 4.0);
}

TEST(System, with_another_parameter_leaves_the_original_unchanged) {
  const System earth = bead();
  const System moon = earth.with("gravity", 1.62);
  const Vector q{{2.0, 3.0}}, p = Vector::Zero(2);
  EXPECT_NEAR(moon.H(q, p), 2.0 * 1.62 * 3.0, 1e-12);
  EXPECT_NEAR(earth.H(q, p), 2.0 * 9.81 * 3.0, 1e-12);
  EXPECT_EQ(moon.parameter("gravity"), 1.62);
  EXPECT_EQ(earth.parameter("gravity"), 9.81);
}

TEST(System, with_another_parameter_shares_what_was_compiled) {
  const System earth = bead(), moon = earth.with("gravity", 1.62);
  EXPECT_EQ(&earth.specification(), &moon.specification());
  const Expr q = Expr::sym("q", 2);
  EXPECT_TRUE(depends_on(moon.V(q), moon.parameter_symbols()));  // still a symbol
  EXPECT_TRUE(is_equal(moon.parameter_symbols(), earth.parameter_symbols()));
}

TEST(System, suggests_the_parameter_that_was_meant) {
  const std::vector<std::string> fragments{"System 'bead' has no parameter 'gravty'",
                                           "did you mean 'gravity'?"};
  expect_message([] { (void)bead().with("gravty", 1.0); }, fragments);
  expect_message([] { (void)bead().parameter("gravty"); }, fragments);
}

TEST(System, refuses_parameter_values_that_spoil_it) {
  expect_message([] { (void)bead().with("gravity", nan); },
                 {"System 'bead'", "parameter 'gravity' must be a finite number", "nan"});
  expect_message([] { (void)bead().with("mass", -1.0); },
                 {"System 'bead'", "M must be positive definite", "-1"});
  expect_message([] { (void)bead().with("restitution", 1.01); },
                 {"System 'bead'", "restitution of 'floor' must be in [0, 1]", "1.01"});
}

TEST(System, counts_a_union_by_its_largest_piece) {
  const System s = bead();
  Index which = -1;
  EXPECT_EQ(s.smallest(Vector{{3.0, -5.0, 0.5, -7.0}}, &which), 0.5);
  EXPECT_EQ(which, 2);
  EXPECT_EQ(s.smallest(Vector{{-1.0, -5.0, 0.5, -7.0}}, &which), -1.0);
  EXPECT_EQ(which, 0);
  EXPECT_EQ(s.smallest(Vector{{3.0, -5.0, -6.0, -4.0}}, &which), -4.0);
  EXPECT_EQ(which, 3);
}

TEST(System, shows_a_gap_that_is_not_a_number) {
  const System s = bead();
  Index which = -1;
  EXPECT_TRUE(std::isnan(s.smallest(Vector{{nan, 1.0, 2.0, 3.0}}, &which)));
  EXPECT_EQ(which, 0);
  EXPECT_TRUE(std::isnan(s.smallest(Vector{{-1.0, 1.0, 2.0, nan}}, &which)));
  EXPECT_EQ(which, 3);
  EXPECT_TRUE(std::isnan(s.smallest(Vector{{-1.0, 1.0, nan, 3.0}}, &which)));
  EXPECT_TRUE(std::isnan(s.smallest(Vector{{-1.0, nan, 1.0, 3.0}}, &which)));
}

class ConstraintGradients : public testing::TestWithParam<ProblemEntry> {};

TEST_P(ConstraintGradients, are_columns_that_agree_with_differences) {
  const Problem problem = GetParam().make();
  const System& s = problem.system;
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Vector q = problem.initial.q + support::random_vector(s.n(), seed, 0.1 * s.length());
    const auto g = [&](const Vector& x) { return s.g(x); };
    const auto f = [&](const Vector& x) { return s.f(x); };
    EXPECT_TRUE(near(s.G(q), support::central_differences(g, q).transpose(),
                     support::difference_tolerance));
    EXPECT_TRUE(near(s.F(q), support::central_differences(f, q).transpose(),
                     support::difference_tolerance));
  }
}

INSTANTIATE_TEST_SUITE_P(OfTheLibrary, ConstraintGradients, testing::ValuesIn(all_problems()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

TEST(System, has_the_gradients_of_many_rows) {
  constexpr Index rows = 150;  // more than are differentiated at once
  const Expr q = Expr::sym("q", 2);
  SystemSpecification many{.name = "many", .q = q, .M = Expr::eye(2), .V = 0.0};
  for (Index i = 0; i < rows; ++i) {
    many.f.add(std::to_string(i), static_cast<double>(i + 1) * q(0));
    many.g.add(std::to_string(rows + i), static_cast<double>(i + 1) * q(0) + sq(q(1)));
  }
  const System s(many);
  const Matrix F = s.F(Vector{{2.0, 3.0}}), G = s.G(Vector{{2.0, 3.0}});
  for (Index i = 0; i < rows; ++i) {
    EXPECT_TRUE(same_bits(F.col(i), Vector{{static_cast<double>(i + 1), 0.0}})) << i;
    EXPECT_TRUE(same_bits(G.col(i), Vector{{static_cast<double>(i + 1), 6.0}})) << i;
  }
}

TEST(CentralDifferences, notice_a_wrong_gradient) {
  const auto cubic = [](const Vector& x) { return Vector(x.array().cube()); };
  const Vector x{{0.7}};
  const double right = 3.0 * 0.7 * 0.7;
  EXPECT_TRUE(
      near(support::central_differences(cubic, x), Matrix{{right}}, support::difference_tolerance));
  EXPECT_FALSE(near(support::central_differences(cubic, x), Matrix{{right + 1e-5}},
                    support::difference_tolerance));
}

}  // namespace
}  // namespace ricochet
