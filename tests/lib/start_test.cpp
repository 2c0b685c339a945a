#include "ricochet/start.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Violations, name_the_rows_a_start_violates) {
  const Expr q = Expr::sym("q", 2);
  const System s({.name = "bead",
                  .q = q,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .f = {{"track", q(0) - 1.0}},
                  .g = {{"floor", q(1)}, {"ceiling", 1.0 - q(1)}, {"wall", q(1) + 0.5}}});
  const auto rows = [&](double x, double y) {
    return violations(s, {.q = Vector{{x, y}}, .p = Vector::Zero(2)});
  };
  EXPECT_TRUE(rows(1.0, 0.5).empty());
  EXPECT_TRUE(rows(1.0, -1e-12).empty()) << "within the tolerance";
  EXPECT_EQ(rows(1.25, -0.75),
            (std::vector<std::string>{"equality 'track': f = 0.25, expected 0",
                                      "inequality 'floor': g = -0.75, expected >= 0",
                                      "inequality 'wall': g = -0.25, expected >= 0"}));
}

TEST(Violations, count_a_union_by_its_largest_piece) {
  const Expr q = Expr::sym("q", 2);
  Constraints g;
  g.add_any("tip", {q(0), q(1)});
  const System s({.name = "bead", .q = q, .M = Expr::eye(2), .V = 0.0, .g = g});
  const auto rows = [&](double x, double y) {
    return violations(s, {.q = Vector{{x, y}}, .p = Vector::Zero(2)});
  };
  EXPECT_TRUE(rows(-3.0, 1.0).empty());
  EXPECT_EQ(
      rows(-3.0, -2.0),
      (std::vector<std::string>{"union 'tip': its largest piece, 'tip[1]', is -2, expected >= 0"}));
}

/// A knife edge: x' sin(theta) = y' cos(theta), pulled down by gravity.
System skate() {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);
  return System({.name = "skate",
                 .q = q,
                 .v = v,
                 .M = diag(Expr(std::vector<double>{1.0, 1.0, 0.1})),
                 .V = 2.0 * q(1),
                 .omega = {{"edge", v(0) * sin(q(2)) - v(1) * cos(q(2))}}});
}

TEST(Violations, name_the_speed_off_an_equality) {
  const Expr q = Expr::sym("q", 2);
  const System s({.name = "rod",
                  .q = q,
                  .M = 2.0 * Expr::eye(2),
                  .V = 0.0,
                  .f = {{"rod", sqrt(dot(q, q)) - 5.0}}});
  const auto rows = [&](double px, double py) {
    return violations(s, {.q = Vector{{3.0, 4.0}}, .p = Vector{{px, py}}});
  };
  EXPECT_TRUE(rows(-4e6, 3e6).empty()) << "tangential, up to the round-off of its size";
  EXPECT_TRUE(rows(1e-11, 0.0).empty()) << "within the tolerance";
  EXPECT_EQ(rows(1.0, 0.0),
            (std::vector<std::string>{
                "equality 'rod': the start moves off it, F^T v = 0.3, expected 0"}));
}

TEST(Violations, leave_approaches_of_closed_contacts_alone) {
  const Expr q = Expr::sym("q");
  const System s({.name = "ball", .q = q, .M = 1.0, .V = 0.0, .g = {{"floor", q}}});
  EXPECT_TRUE(violations(s, {.q = Vector{{0.0}}, .p = Vector{{-7.0}}}).empty());
}

TEST(Violations, judge_nonholonomic_rows_to_first_order) {
  const System s = skate();
  const auto rows = [&](double py, double h) {
    return violations(s, {.q = Vector::Zero(3), .p = Vector{{1.0, py, 0.05}}}, h);
  };
  EXPECT_TRUE(rows(0.0, 0.0).empty());
  EXPECT_EQ(rows(1e-3, 0.0),
            (std::vector<std::string>{"nonholonomic row 'edge': omega v = -0.001, expected 0"}));
  EXPECT_TRUE(rows(1e-3, 0.01).empty()) << "gravity gives 0.02 m/s in such a step";
  EXPECT_EQ(rows(0.1, 0.01).size(), 1U) << "no step of this size does that";
}

TEST(Violations, of_nonholonomic_rows_count_what_forces_do_in_a_step) {
  SystemSpecification driven = skate().specification();
  driven.V = 0.0;
  driven.t = Expr::sym("t");
  driven.forces = {{"push", vertcat(Expr(0.0), 2.0 * driven.t, Expr(0.0))}};
  const auto rows = [&](double py, double t) {
    return violations(System(driven), {.t = t, .q = Vector::Zero(3), .p = Vector{{1.0, py, 0.0}}},
                      0.01)
        .size();
  };
  EXPECT_EQ(rows(1e-3, 1.0), 0U) << "the push gives 0.02 N s";
  EXPECT_EQ(rows(1e-3, 0.0), 1U) << "it has not begun";
}

TEST(Violations, take_every_momentum_that_a_run_with_nonholonomic_rows_hands_on) {
  const System s = skate();
  const double h = 0.05;
  for (const Discretization& rule : {midpoint(), left_point(), verlet()}) {
    NonholonomicCollision stepper(s, {.discretization = rule, .backend = newton()});
    Step now{.state = {.q = Vector::Zero(3), .p = Vector{{1.0, 0.0, 0.3}}}};
    double most = 0.0;
    for (int i = 0; i < 100; ++i) {
      now = stepper.advance(now, h);
      ASSERT_TRUE(now.report.ok()) << now.report.message;
      EXPECT_TRUE(violations(s, now.state, h).empty()) << rule.name() << ", step " << i;
      most = std::max(most, (s.omega(now.state.q) * s.velocity(now.state.q, now.state.p)).norm());
    }
    EXPECT_GT(most, 1e-3) << rule.name() << ": a strict test would refuse these";
  }
}

TEST(Violations, judge_no_momentum_of_a_lagrangian_with_nonholonomic_rows) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "sledge",
                  .q = q,
                  .v = v,
                  .L = 0.5 * (1.0 + q(0) * q(0)) * dot(v, v),
                  .omega = {{"edge", v(0) - v(1)}}});
  EXPECT_TRUE(violations(s, {.q = Vector::Zero(2), .p = Vector{{1.0, -1.0}}}).empty());
}

TEST(Violations, of_a_lagrangian_use_the_velocity_of_its_momentum) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "polar rod",
                  .q = q,
                  .v = v,
                  .L = 0.5 * (v(0) * v(0) + q(0) * q(0) * v(1) * v(1)),
                  .f = {{"rod", q(0) + 0.5 * q(1) - 2.0}}});
  const auto rows = [&](double pr, double pphi) {
    return violations(s, {.q = Vector{{2.0, 0.0}}, .p = Vector{{pr, pphi}}}).size();
  };
  EXPECT_EQ(rows(-0.5, 4.0), 0U);  // v = (-0.5, 1)
  EXPECT_EQ(rows(-0.5, 1.0), 1U) << "as if M were the identity";
}

}  // namespace
}  // namespace ricochet
