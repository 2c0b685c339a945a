#include "ricochet/steppers/smooth_contact.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using support::near;

constexpr double g = 10.0, h = 0.1;
const Mask on = Mask::Ones(1), off = Mask::Zero(1);

/// A block of 2 kg above a floor; on the line y = x if wanted.
System block(bool line = false) {
  const Expr q = Expr::sym("q", 2);
  SystemSpecification s{.name = "block",
                        .q = q,
                        .M = 2.0 * Expr::eye(2),
                        .V = 2.0 * g * q(1),
                        .g = {{"floor", q(1)}}};
  if (line) s.f = {{"line", q(0) - q(1)}};
  return System(s);
}

TEST(SmoothContact, falls_freely_like_its_rule) {
  for (const Discretization& d : {midpoint(), verlet()}) {
    SmoothContact updates(block(), d, newton());
    Vector x, y;
    const Vector q{{0.0, 1.0}}, p{{2.0, 0.0}};
    ASSERT_TRUE(updates.free_position(q, p, h, x).ok());
    EXPECT_TRUE(near(x, Vector{{0.1, 0.95}}, 1e-14)) << d.name();
    ASSERT_TRUE(updates.discrete_momentum(q, x, h, y).ok());
    EXPECT_TRUE(near(y, Vector{{2.0, -2.0}}, 1e-13)) << d.name();
  }
}

/// A force that is not linear.
System swing() {
  const Expr q = Expr::sym("q", 2);
  return System(
      {.name = "swing", .q = q, .M = 2.0 * Expr::eye(2), .V = g * cos(q(0)) + q(1) * q(1) * q(1)});
}

long iterations(const System& s, const Discretization& d) {
  SmoothContact updates(s, d, newton());
  const Vector q{{0.3, 1.0}}, p{{2.0, -0.5}};
  Vector x;
  const StepReport report = updates.free_position(q, p, h, x);
  EXPECT_TRUE(report.ok()) << report.message;
  EXPECT_LE(report.certificate.worst(), 1e-14);
  const auto solver = newton().prepare(free_problem(s, d));
  Vector parameters(5 + s.parameter_values().size());
  parameters << q, p, h, s.parameter_values();
  Solution solution;
  EXPECT_TRUE(solver->solve(parameters, q, {}, solution).ok());
  EXPECT_TRUE(near(x, solution.z, 1e-14)) << d.name();
  return report.statistics.newton_iterations;
}

TEST(SmoothContact, needs_no_iteration_where_the_free_position_is_explicit) {
  EXPECT_EQ(iterations(block(), midpoint()), 0) << "a constant force";
  EXPECT_EQ(iterations(swing(), verlet()), 0);
  EXPECT_GT(iterations(swing(), midpoint()), 0) << "a force at the middle";
}

TEST(SmoothContact, says_what_is_not_finite_in_an_explicit_position) {
  SmoothContact updates(block(), verlet(), newton());
  Vector x;
  const Vector q{{0.0, std::numeric_limits<double>::infinity()}};
  const StepReport report = updates.free_position(q, Vector::Zero(2), h, x);
  EXPECT_EQ(report.status, StepStatus::not_finite);
  EXPECT_NE(report.message, "");
}

TEST(SmoothContact, slides_on_the_floor_while_its_mask_is_on) {
  SmoothContact updates(block(), midpoint(), newton());
  const Vector q = Vector::Zero(2), p{{2.0, 0.0}};
  Vector free, x, y;
  Multipliers force;
  ASSERT_TRUE(updates.free_position(q, p, h, free).ok());
  ASSERT_TRUE(updates.position(q, p, h, on, free, {}, x, force).ok());
  EXPECT_TRUE(near(x, Vector{{0.1, 0.0}}, 1e-15));
  EXPECT_NEAR(force.lambda[0], 1.0, 1e-13) << "half the weight of the step";
  ASSERT_TRUE(updates.momentum(q, x, h, on, y, force).ok());
  EXPECT_TRUE(near(y, p, 1e-14));
  EXPECT_NEAR(force.mu[0], 1.0, 1e-13);
  ASSERT_TRUE(updates.position(q, p, h, off, free, {}, x, force).ok());
  EXPECT_TRUE(near(x, free, 1e-14)) << "off: through the floor";
  EXPECT_EQ(force.lambda[0], 0.0);
}

TEST(SmoothContact, keeps_equalities_in_position_and_momentum) {
  SmoothContact updates(block(true), midpoint(), newton());
  const Vector q{{1.0, 1.0}}, p{{2.0, 2.0}};
  Vector x, y;
  Multipliers force;
  ASSERT_TRUE(updates.position(q, p, h, on, q, {}, x, force).ok());
  EXPECT_TRUE(near(x, Vector::Constant(2, 1.0 + h - 0.25 * g * h * h), 1e-14)) << "half of g";
  ASSERT_TRUE(updates.momentum(q, x, h, off, y, force).ok());
  EXPECT_TRUE(near(y, Vector::Constant(2, 2.0 - 0.5 * 2.0 * g * h), 1e-13));
  EXPECT_GT(std::abs(force.xi[0]), 0.1) << "the line works";
}

TEST(SmoothContact, measures_gaps_and_normal_speeds) {
  SmoothContact updates(block(), midpoint(), newton());
  EXPECT_TRUE(near(updates.gaps(Vector{{3.0, -0.2}}), Vector{{-0.2}}, 0.0));
  EXPECT_TRUE(
      near(updates.normal_speeds(Vector{{3.0, -0.2}}, Vector{{1.0, -3.0}}), Vector{{-1.5}}, 1e-15));
}

TEST(SmoothContact, measures_gaps_again_at_other_places_times_and_parameters) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t"), height = Expr::sym("height");
  const System lift({.name = "lift",
                     .q = q,
                     .t = t,
                     .parameters = {{"height", height, 1.0}},
                     .M = Expr::eye(2),
                     .V = g * q(1),
                     .g = {{"floor", q(1) - height * t}}});
  SmoothContact updates(lift, midpoint(), newton());
  const Vector low{{0.0, 1.0}}, high{{0.0, 2.0}};
  updates.begin_at(1.0);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(updates.gaps(low)[0], 0.0);
    EXPECT_EQ(updates.gaps(low, 0.5)[0], -0.5);
    EXPECT_EQ(updates.gaps(high)[0], 1.0);
  }
  updates.begin_at(2.0);
  EXPECT_EQ(updates.gaps(high)[0], 0.0);
  updates.set_parameters(lift.with("height", 0.5));
  updates.begin_at(2.0);
  EXPECT_EQ(updates.gaps(high)[0], 1.0);
}

TEST(SmoothContact, refuses_a_rule_whose_potential_is_none) {
  Discretization wrong = midpoint();
  wrong.with_potential([](const System& s, const Expr& q0, const Expr& q1, const Expr& step) {
    return 1.001 * midpoint().potential(s, q0, q1, step);
  });
  support::expect_message([&] { SmoothContact(block(), wrong, newton()); },
                          {"Discretization 'midpoint'", "dP/dq1 = -D1 L_d"});
}

TEST(Mask, is_packed_and_read_back) {
  Vector packed(3);
  pack({2.0, Vector{{5.0, 7.0}}}, packed);
  EXPECT_TRUE(near(packed, Vector{{2.0, 5.0, 7.0}}, 0.0));
  std::vector<Index> found{9, 9};
  indices(Mask{{0.0, 1.0, 0.0, 1.0}}, found);
  EXPECT_EQ(found, (std::vector<Index>{1, 3}));
}

}  // namespace
}  // namespace ricochet
