#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gmock/gmock.h>

#include <cmath>

/// Derivatives of steps whose contacts last, along the directions in which they stay.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

/// A bead in a bowl y >= curvature x^2 / 2, with a wall at x = 1.
System bowl(double curvature, double restitution) {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass"), gravity = Expr::sym("gravity");
  const Expr k = Expr::sym("curvature"), e = Expr::sym("restitution");
  return System(
      {.name = "bowl",
       .q = q,
       .parameters = {{"mass", mass, 1.3},
                      {"gravity", gravity, 9.81},
                      {"curvature", k, curvature},
                      {"restitution", e, restitution}},
       .M = mass * Expr::eye(2),
       .V = mass * gravity * q(1),
       .g = {{.name = "bowl", .value = q(1) - 0.5 * k * q(0) * q(0), .contact = {.restitution = e}},
             {.name = "wall", .value = 1.0 - q(0), .contact = {.restitution = e}}}});
}

/// In contact, along the bowl with a speed of vx.
Step sliding(double curvature, double x, double vx) {
  return Step{.state = {.q = Vector{{x, 0.5 * curvature * x * x}},
                        .p = Vector{{1.3 * vx, 1.3 * curvature * x * vx}}}};
}

std::unique_ptr<Stepper> forced(const System& s, const Discretization& d, Law law = Law::newton) {
  return std::make_unique<ForcedCollision>(
      s, ForcedCollision::Options{.discretization = d, .backend = newton(), .law = law});
}

TEST(LastingContact, that_slides_has_exact_derivatives_along_the_contact) {
  for (const Discretization& d : {verlet(), midpoint()}) {
    RealStep step(*forced(bowl(0.8, 0.7), d), sliding(0.8, 0.4, 1.1), 0.03);
    ASSERT_TRUE(step.ok()) << step.why();
    EXPECT_THAT(step.sequence().resting, ElementsAre(0));
    EXPECT_THAT(step.sequence().flights[0].during.closed, ElementsAre(0));
    EXPECT_THAT(step.sequence().flights[0].landing.closed, ElementsAre(0));
    EXPECT_EQ(step.tangents().cols(), step.w().size() - 2);
    expect_exact(step, {});
  }
}

TEST(LastingContact, of_collision_has_exact_derivatives_along_the_contact) {
  RealStep step(Collision(bowl(0.8, 1.0), {.discretization = verlet(), .backend = newton()}),
                sliding(0.8, 0.4, 1.1), 0.03);
  ASSERT_TRUE(step.ok()) << step.why();
  EXPECT_THAT(step.sequence().flights[0].during.closed, ElementsAre(0));
  expect_exact(step, {});
}

/// A step that begins above the bowl is another one.
TEST(LastingContact, has_no_derivative_off_the_contact) {
  RealStep step(*forced(bowl(0.8, 0.7), verlet()), sliding(0.8, 0.4, 1.1), 0.03);
  ASSERT_TRUE(step.ok()) << step.why();
  const Matrix& D = step.D();
  Step above = sliding(0.8, 0.4, 1.1);
  above.state.q[1] += 1e-5;
  RealStep free(*forced(bowl(0.8, 0.7), verlet()), above, 0.03);
  ASSERT_TRUE(free.ok()) << free.why();
  EXPECT_NE(free.sequence(), step.sequence());
  EXPECT_GT(((free.to().state.q - step.to().state.q) / 1e-5 - D.col(1).head(2)).norm(), 0.1);
  EXPECT_LT(step.tangents().row(1).norm(), 0.99) << "up is no direction of its own";
}

/// The wall is hit while the bowl carries the bead.
TEST(LastingContact, beside_an_impact_has_exact_derivatives) {
  for (const double e : {0.7, 0.0})
    for (const double curvature : {0.8, 0.0}) {
      RealStep step(*forced(bowl(curvature, e), verlet()), sliding(curvature, 0.98, 1.1), 0.03);
      ASSERT_TRUE(step.ok()) << step.why();
      SCOPED_TRACE("restitution " + std::to_string(e) + ", curvature " + std::to_string(curvature));
      ASSERT_EQ(step.sequence().impacts.size(), 1u);
      EXPECT_EQ(step.sequence().flights[0].hits, 1);
      expect_exact(step, {});
    }
}

/// A fall that ends in contact, in closed form: the ball lies still whatever came before.
TEST(LastingContact, behind_a_fall_without_bounce_has_the_derivative_of_the_closed_form) {
  const Step high{.state = {.q = Vector{{0.2, 0.05}}, .p = Vector{{0.9, -1.3}}}};
  RealStep step(*forced(bowl(0.0, 0.0), verlet()), high, 0.1);
  ASSERT_TRUE(step.ok()) << step.why();
  EXPECT_THAT(step.sequence().resting, IsEmpty());
  EXPECT_THAT(step.sequence().flights.back().during.closed, ElementsAre(0));
  expect_exact(step, {});
  const Matrix& D = step.D();
  const Index curvature = 6;  // bends the floor under it
  const double x = step.to().state.q[0];
  EXPECT_NEAR(D(1, curvature), 0.5 * x * x, 1e-12);
  for (Index column = 0; column < D.cols(); ++column) {
    if (column == curvature) continue;
    EXPECT_NEAR(D(1, column), 0.0, 1e-12) << column;
    EXPECT_NEAR(D(3, column), 0.0, 1e-12) << column;
  }
  EXPECT_NEAR(D(0, 0), 1.0, 1e-13);
  EXPECT_NEAR(D(0, 2), 0.1 / 1.3, 1e-13);
}

/// Three feet of a rigid rod: one contact more than independent rows.
TEST(LastingContact, of_rows_that_depend_on_each_other_has_exact_derivatives) {
  const Expr q = Expr::sym("q", 3), mass = Expr::sym("mass"), slope = Expr::sym("slope");
  const auto foot = [&](const char* name, double at) {
    return Constraint{.name = name,
                      .value = q(1) + at * sin(q(2)) - 0.1 * cos(q(2)),
                      .contact = {.restitution = 0.5}};
  };
  const System s({.name = "table",
                  .q = q,
                  .parameters = {{"mass", mass, 1.3}, {"slope", slope, 0.2}},
                  .M = diag(vertcat(mass, mass, 0.1 * mass)),
                  .V = mass * 9.81 * (q(1) - slope * q(0)),
                  .g = {foot("left", -0.5), foot("middle", 0.0), foot("right", 0.4)}});
  RealStep step(*forced(s, verlet()),
                Step{.state = {.q = Vector{{0.0, 0.1, 0.0}}, .p = Vector{{0.4, 0.0, 0.0}}}}, 0.05);
  ASSERT_TRUE(step.ok()) << step.why();
  EXPECT_EQ(step.sequence().resting.size(), 3u);
  EXPECT_EQ(step.sequence().flights[0].during.closed.size(), 2u);
  EXPECT_EQ(step.tangents().cols(), step.w().size() - 4);
  expect_exact(step, {});
}

/// A whole run: it falls, bounces, hits the wall, comes to rest in the bowl and slides on.
TEST(LastingContact, of_runs_agrees_with_differences_of_runs) {
  const auto stepper = forced(bowl(0.8, 0.2), verlet());
  const auto simulated = [&](double gravity, const Vector& x) {
    stepper->set("gravity", gravity);
    return simulate(*stepper, State{.q = x.head(2), .p = x.tail(2)}, {.h = 0.01, .steps = 120});
  };
  const Vector x{{0.3, 0.5, 0.9, -0.2}};
  const Trajectory run = simulated(9.81, x);
  ASSERT_TRUE(run.ok()) << run.message();
  ASSERT_THAT(run.last().contacts.held, ElementsAre(0));
  RunSensitivity sensitivity(*stepper);
  ASSERT_EQ(sensitivity.take(run), "");
  const Matrix D =
      sensitivity.forward(Matrix::Identity(sensitivity.inputs(), sensitivity.inputs()));
  const auto end = [&](double eps, Index i) -> Vector {
    const Trajectory moved =
        i < 4 ? simulated(9.81, x + eps * Vector::Unit(4, i)) : simulated(9.81 + eps, x);
    Vector y(4);
    y << moved.last().state.q, moved.last().state.p;
    return y;
  };
  for (const Index i : {0, 1, 2, 3, 5}) {
    const Vector expected =
        support::sixth_order<Vector>([&](double eps) { return end(eps, i); }, 1e-5);
    EXPECT_LT((D.col(i) - expected).norm(), 1e-7 * (1.0 + expected.norm())) << i;
  }
  EXPECT_EQ(sensitivity.tangents().cols(), sensitivity.inputs());
}

TEST(LastingContact, compiles_the_equations_of_a_sequence_once) {
  const auto stepper = forced(bowl(0.8, 0.7), verlet());
  FrozenSteps steps(*stepper, FrozenStep::Order::first);
  FrozenSteps others(steps);
  Step from = sliding(0.8, 0.4, -1.1);
  std::string why;
  for (int k = 0; k < 5; ++k) {
    const Step to = stepper->advance(from, 0.01);
    EXPECT_TRUE(steps.take(from, 0.01, to, why)) << why;
    EXPECT_TRUE(others.take(from, 0.01, to, why)) << why;
    from = to;
  }
  EXPECT_EQ(steps.made(), 1);
  EXPECT_EQ(others.made(), 1);
}

TEST(LastingContact, is_a_step_of_casadi) {
  const auto stepper = forced(bowl(0.8, 0.7), verlet());
  const DifferentiableStep step(*stepper, {.parameters = {"gravity"}, .most_impacts = 1});
  const Step from = sliding(0.8, 0.98, 1.1);
  RealStep frozen(*stepper, from, 0.03);
  ASSERT_TRUE(frozen.ok()) << frozen.why();
  const casadi::MX x = casadi::MX::sym("x", 4);
  const casadi::MX y = step.function()(std::vector<casadi::MX>{x, 9.81, 0.03})[0];
  const casadi::Function both("both", {x},
                              {casadi::MX::jacobian(y, x), casadi::MX::hessian(y(0), x)});
  const auto found = both(std::vector<casadi::DM>{
      {from.state.q[0], from.state.q[1], from.state.p[0], from.state.p[1]}});
  const Matrix& D = frozen.D();
  const Matrix H = frozen.frozen().curvature(Vector::Unit(D.rows(), 0));
  for (casadi_int i = 0; i < 4; ++i)
    for (casadi_int j = 0; j < 4; ++j) {
      EXPECT_NEAR(double(found[0](i, j)), D(i, j), 1e-12 * D.norm());
      EXPECT_NEAR(double(found[1](i, j)), H(i, j), 1e-11 * H.norm());
    }
}

}  // namespace
}  // namespace ricochet
