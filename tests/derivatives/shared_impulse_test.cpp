#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Derivatives of steps under the law beta, which takes a share of the elastic impulse.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;
using Rule = StepSequence::Impact::Rule;

/// A particle above a floor and beside a wall, tied to the origin by a spring.
System particle(double restitution, bool on_a_circle = false) {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass"), gravity = Expr::sym("gravity"),
             stiffness = Expr::sym("stiffness"), e = Expr::sym("restitution");
  SystemSpecification s{
      .name = "particle",
      .q = q,
      .parameters = {{"mass", mass, 1.3},
                     {"gravity", gravity, 9.81},
                     {"stiffness", stiffness, 3.0},
                     {"restitution", e, restitution}},
      .M = mass * Expr::eye(2),
      .V = mass * gravity * q(1) + 0.25 * stiffness * pow(dot(q, q), 2),
      .g = {{.name = "floor", .value = q(1) + 0.1 * q(0) * q(0), .contact = {.restitution = e}},
            {.name = "wall", .value = q(0), .contact = {.restitution = 0.7}}}};
  if (on_a_circle) s.f = {{"circle", dot(q, q) - 1.0}};
  return System(s);
}

ForcedCollision with_beta(const System& s, const Discretization& d) {
  return {s, {.discretization = d, .backend = newton(), .law = Law::beta}};
}

Step at(const Vector& q, const Vector& p) { return Step{.state = {.q = q, .p = p}}; }

const Step falls = at(Vector{{0.8, 0.2}}, Vector{{0.7, -3.0}});

TEST(SharedImpulse, has_exact_derivatives) {
  for (const Discretization& d : {verlet(), midpoint()}) {
    RealStep step(with_beta(particle(0.6), d), falls, 0.14);
    ASSERT_EQ(step.why(), "");
    ASSERT_EQ(step.sequence().impacts.size(), 1U);
    EXPECT_EQ(step.sequence().impacts[0].rule, Rule::share);
    EXPECT_GT(step.D().col(step.D().cols() - 2).norm(), 0.1) << "restitution matters";
    expect_exact(step, {});
  }
}

/// Each impact has a restitution of its own, and an elastic flight of its own that is not flown.
TEST(SharedImpulse, has_exact_derivatives_through_two_impacts) {
  RealStep step(with_beta(particle(0.6), verlet()), at(Vector{{0.25, 0.2}}, Vector{{-3.0, -3.0}}),
                0.2);
  ASSERT_EQ(step.why(), "");
  ASSERT_EQ(step.sequence().impacts.size(), 2U);
  EXPECT_NE(step.sequence().impacts[0].restitution, step.sequence().impacts[1].restitution);
  expect_exact(step, {});
}

TEST(SharedImpulse, has_exact_derivatives_with_equalities) {
  const double y = std::sqrt(1.0 - 0.995 * 0.995);
  RealStep step(with_beta(particle(0.6, true), verlet()),
                at(Vector{{0.995, y}}, 3.0 * Vector{{y, -0.995}}), 0.14);
  ASSERT_EQ(step.why(), "");
  ASSERT_EQ(step.sequence().impacts.size(), 1U);
  expect_exact(step, {});
}

/// Two ends of a rod hit at once; the least restitution decides.
TEST(SharedImpulse, has_exact_derivatives_on_two_contacts) {
  const Expr q = Expr::sym("q", 3), e = Expr::sym("restitution"), mass = Expr::sym("mass");
  const auto foot = [&](const char* name, double at, const Expr& rebound) {
    return Constraint{.name = name,
                      .value = q(1) + at * sin(q(2)) - 0.1 * cos(q(2)),
                      .contact = {.restitution = rebound}};
  };
  const System rod({.name = "rod",
                    .q = q,
                    .parameters = {{"mass", mass, 1.3}, {"restitution", e, 0.5}},
                    .M = diag(vertcat(mass, mass, 0.1 * mass)),
                    .V = 9.81 * mass * q(1),
                    .g = {foot("left", -0.5, Expr(0.8)), foot("right", 0.4, e)}});
  RealStep step(with_beta(rod, verlet()), at(Vector{{0.2, 0.15, 0.0}}, Vector{{0.7, -2.0, 0.0}}),
                0.06);
  ASSERT_EQ(step.why(), "");
  EXPECT_EQ(step.sequence().impacts[0].pushed.closed.size(), 2U);
  EXPECT_EQ(step.sequence().impacts[0].restitution, 1);
  expect_exact(step, {2, 5});  // the angle and its momentum stay
}

/// What is left is too little to leave: the contact rests, whatever the numbers of the law are.
TEST(SharedImpulse, may_leave_nothing) {
  RealStep step(with_beta(particle(0.0), verlet()), falls, 0.14);
  ASSERT_EQ(step.why(), "");
  EXPECT_EQ(step.sequence().impacts[0].rule, Rule::rest);
  expect_exact(step, {});
}

/// The step of a ball under gravity with Verlet's rule. Behind the floor an elastic flight to the
/// end of the step, of length r, would begin with u^2 = v^2 - g^2 (a^2 - r^2)/4.
casadi::Function bounce(bool shared) {
  const casadi::SX w = casadi::SX::sym("w", 5), y = w(0), v = w(1), g = w(2), e = w(3), h = w(4);
  const casadi::SX a = (v + sqrt(v * v + 2.0 * g * y)) / g, r = h - a, down = g * a - v;
  const casadi::SX u = sqrt(down * down - g * g * (a * a - r * r) / 4.0);
  const casadi::SX up = shared ? -down + (1.0 + e) / 2.0 * (u + down) : e * down;
  const casadi::SX end = vertcat(up * r - g * r * r / 2.0, up - g * r, a);
  return {"bounce", {w}, {end, jacobian(end, w)}};
}

TEST(SharedImpulse, is_that_of_the_closed_form) {
  const Expr q = Expr::sym("q"), g = Expr::sym("gravity"), e = Expr::sym("restitution");
  const System ball({.name = "ball",
                     .q = q,
                     .parameters = {{"gravity", g, 9.81}, {"restitution", e, 0.7}},
                     .M = 1.0,
                     .V = g * q,
                     .g = {{.name = "floor", .value = q, .contact = {.restitution = e}}}});
  RealStep step(with_beta(ball, verlet()), at(Vector{{0.2}}, Vector{{-1.5}}), 0.25);
  ASSERT_TRUE(step.ok()) << step.why();
  ASSERT_EQ(step.D().rows(), 3);
  const casadi::DM w{0.2, -1.5, 9.81, 0.7, 0.25};
  const auto far = [&](bool shared) {
    const casadi::DM J = bounce(shared)(casadi::DMVector{w})[1];
    double worst = 0.0;
    for (casadi_int i = 0; i < 3; ++i)
      for (casadi_int j = 0; j < 5; ++j)
        worst = std::max(worst, std::abs(static_cast<double>(J(i, j)) - step.D()(i, j)));
    return worst;
  };
  EXPECT_LT(far(true), 1e-13 * step.D().norm());
  EXPECT_GT(far(false), 1e-2) << "control: Newton's law";
}

/// It keeps the symplectic form only where nothing is lost.
TEST(SharedImpulse, keeps_the_symplectic_form_only_without_loss) {
  const auto defect = [](double restitution) {
    RealStep step(with_beta(particle(restitution), verlet()), falls, 0.14);
    EXPECT_TRUE(step.ok()) << step.why();
    const Matrix J = step.D().topLeftCorner(4, 4);
    Matrix O = Matrix::Zero(4, 4);
    O.topRightCorner(2, 2).setIdentity();
    O.bottomLeftCorner(2, 2) = -Matrix::Identity(2, 2);
    return (J.transpose() * O * J - O).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(defect(1.0), 1e-12);
  EXPECT_GT(defect(0.6), 1e-2);
}

}  // namespace
}  // namespace ricochet
