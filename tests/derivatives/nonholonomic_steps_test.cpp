#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Derivatives of steps with nonholonomic rows, forward and backward in time.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;

struct Sleigh {
  double restitution = 1.0, side = 0.9;  // where the wall beside it is [m]
  bool drag = false, on_a_string = false;
};

/// A sleigh on a bent plane: its blade lets it move along its axis only. Its tip hits the walls.
System sleigh(const Sleigh& of = {}) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3), mass = Expr::sym("mass"),
             tilt = Expr::sym("tilt"), e = Expr::sym("restitution");
  const Expr tip = q(0) + 0.3 * cos(q(2)), side = q(1) + 0.3 * sin(q(2));
  SystemSpecification s{
      .name = "sleigh",
      .q = q,
      .v = v,
      .parameters = {{"mass", mass, 1.3}, {"tilt", tilt, 0.4}, {"restitution", e, of.restitution}},
      .M = diag(vertcat(mass, mass, 0.05 * mass)),
      .V = mass * tilt * (q(0) * q(1) + 0.5 * q(2) * q(2)),
      .g = {{.name = "front", .value = 1.0 - tip, .contact = {.restitution = e}},
            {.name = "side", .value = of.side - side, .contact = {.restitution = e}}},
      .omega = {{"blade", cos(q(2)) * v(1) - sin(q(2)) * v(0) - 0.1 * v(2)}}};
  if (of.drag) s.forces = {{"drag", -0.4 * v}};
  if (of.on_a_string)
    s.f = {{"string", dot(q(casadi::Slice(0, 2)), q(casadi::Slice(0, 2))) - 0.34}};
  return System(s);
}

Step at(const Vector& q, const Vector& p) { return Step{.state = {.q = q, .p = p}}; }

const Vector position{{0.5, 0.3, 0.2}}, momentum{{3.0, 0.9, 0.1}};

NonholonomicCollision method(const System& s, const Discretization& d, Form form = Form::plus) {
  return {s, {.discretization = d, .backend = newton(), .form = form}};
}

TEST(NonholonomicSteps, have_exact_derivatives) {
  for (const Discretization& d : {left_point(), midpoint(), verlet()}) {
    RealStep free(method(sleigh(), d), at(position, momentum), 0.02);
    ASSERT_EQ(free.why(), "");
    EXPECT_EQ(free.sequence().impacts.size(), 0U);
    expect_exact(free, {});
    RealStep hits(method(sleigh(), d), at(position, momentum), 0.15);
    ASSERT_EQ(hits.why(), "");
    EXPECT_EQ(hits.sequence().impacts.size(), 1U);
    expect_exact(hits, {});
  }
}

TEST(NonholonomicSteps, have_exact_derivatives_backward_in_time) {
  RealStep step(method(sleigh({.drag = true}), left_point(), Form::minus), at(position, -momentum),
                0.15);
  ASSERT_EQ(step.why(), "");
  EXPECT_EQ(step.sequence().impacts.size(), 1U);
  expect_exact(step, {});
}

/// What does not happen would, at the end of the step, which goes back.
TEST(NonholonomicSteps, put_impacts_that_there_are_not_at_their_end) {
  for (const Form form : {Form::plus, Form::minus}) {
    const double h = 0.15, sign = form == Form::plus ? 1.0 : -1.0;
    const DifferentiableStep step(method(sleigh(), left_point(), form), {.most_impacts = 2});
    const Vector p = sign * momentum;
    std::vector<double> x(position.begin(), position.end());
    x.insert(x.end(), p.begin(), p.end());
    const casadi::MX size = casadi::MX::sym("h");
    const casadi::MX times =
        step.function()(std::vector<casadi::MX>{casadi::DM(x), casadi::MX(0, 1), size})[1];
    const casadi::Function f("f", {size},
                             {times, casadi::MX::densify(casadi::MX::jacobian(times, size))});
    const std::vector<casadi::DM> found = f(std::vector<casadi::DM>{h});
    EXPECT_GT(sign * static_cast<double>(found[0](0)), 0.0);
    EXPECT_LT(sign * static_cast<double>(found[0](0)), h) << "control";
    EXPECT_EQ(static_cast<double>(found[0](1)), sign * h);
    EXPECT_EQ(static_cast<double>(found[1](1)), sign);
  }
}

TEST(NonholonomicSteps, have_exact_derivatives_with_forces_and_equalities) {
  RealStep drags(method(sleigh({.drag = true}), midpoint()), at(position, momentum), 0.15);
  ASSERT_EQ(drags.why(), "");
  EXPECT_EQ(drags.sequence().impacts.size(), 1U);
  expect_exact(drags, {});
  RealStep turns(method(sleigh({.on_a_string = true}), midpoint()),
                 at(position, Vector{{-0.9, 1.5, 0.3}}), 0.05);
  ASSERT_EQ(turns.why(), "");
  expect_exact(turns, {}, 3e-4);
}

TEST(NonholonomicSteps, have_exact_derivatives_through_two_impacts) {
  for (const Discretization& d : {left_point(), midpoint()}) {
    RealStep step(method(sleigh({.side = 0.5}), d), at(position, momentum), 0.15);
    ASSERT_EQ(step.why(), "");
    EXPECT_EQ(step.sequence().impacts.size(), 2U);
    expect_exact(step, {}, 3e-4);
  }
}

/// The tip meets two walls at once.
TEST(NonholonomicSteps, have_exact_derivatives_in_a_wedge) {
  SystemSpecification s = sleigh().specification();
  const Expr x = s.q(0) + 0.3 * cos(s.q(2)), y = s.q(1) + 0.3 * sin(s.q(2));
  s.V = s.parameters[0].symbol * (0.4 * s.q(0) + s.q(1) * s.q(1));
  s.g = {{"left", 1.0 - x - 0.5 * y}, {"right", 1.0 - x + 0.5 * y}};
  RealStep step(method(System(s), midpoint()), at(Vector{{0.5, 0.0, 0.0}}, Vector{{2.6, 0.0, 0.0}}),
                0.2);
  ASSERT_EQ(step.why(), "");
  EXPECT_EQ(step.sequence().impacts[0].pushed.closed.size(), 2U);
  expect_exact(step, {1, 2, 4, 5});  // it stays in the middle
}

TEST(NonholonomicSteps, have_exact_derivatives_under_laws_with_losses) {
  for (const Law law : {Law::newton, Law::beta}) {
    RealStep step(ForcedCollision(sleigh({.restitution = 0.6}), {.backend = newton(), .law = law}),
                  at(position, momentum), 0.15);
    ASSERT_EQ(step.why(), "");
    EXPECT_EQ(step.sequence().impacts.size(), 1U);
    expect_exact(step, {});
  }
}

TEST(NonholonomicSteps, of_the_pendulum_have_exact_derivatives) {
  const Problem problem = find_problem("pendulum-cylinder").make();
  const NonholonomicCollision stepper(
      problem.system, {.discretization = problem.discretization, .backend = newton()});
  Step from{.state = problem.initial};
  const auto walk = stepper.clone();
  for (int k = 0; k < 5000; ++k) {
    const Step to = walk->advance(from, problem.h);
    ASSERT_TRUE(to.report.ok()) << to.report.message;
    if (to.impacts.size() == 1 && to.impacts[0].alpha > 0.2 && to.impacts[0].alpha < 0.8) break;
    from = Step{.state = to.state};
  }
  RealStep step(stepper, from, problem.h);
  ASSERT_EQ(step.why(), "");
  EXPECT_EQ(step.sequence().impacts.size(), 1U);
  expect_exact(step, {}, 5e-5);
}

/// The momentum where a step begins counts only up to multiples of the row.
TEST(NonholonomicSteps, forget_the_momentum_along_the_row) {
  RealStep step(method(sleigh(), midpoint()), at(position, momentum), 0.15);
  ASSERT_TRUE(step.ok()) << step.why();
  Vector along = Vector::Zero(step.D().cols());
  along.segment(3, 3) << -std::sin(0.2), std::cos(0.2), -0.1;
  EXPECT_LT((step.D() * along).norm(), 1e-12);
  along[3] += 1.0;
  EXPECT_GT((step.D() * along).norm(), 1e-2) << "control";
}

/// Straight into the front wall and back, in closed form: x1 = 2 (0.7 - x) ... - v h.
TEST(NonholonomicSteps, straight_into_a_wall_are_those_of_the_closed_form) {
  const System s = sleigh().with("tilt", 0.0);
  for (const Discretization& d : {left_point(), midpoint()}) {
    RealStep step(method(s, d), at(Vector{{0.5, 0.0, 0.0}}, Vector{{1.3 * 2.0, 0.0, 0.0}}), 0.2);
    ASSERT_TRUE(step.ok()) << step.why();
    ASSERT_EQ(step.D().rows(), 7);
    const Matrix& D = step.D();
    EXPECT_NEAR(D(0, 0), -1.0, 1e-13);
    EXPECT_NEAR(D(0, 3), -0.2 / 1.3, 1e-13);
    EXPECT_NEAR(D(0, 6), 0.4 / 1.3, 1e-13) << "by the mass";
    EXPECT_NEAR(D(0, D.cols() - 1), -2.0, 1e-13) << "by the step";
    EXPECT_NEAR(D(3, 3), -1.0, 1e-13);
    EXPECT_NEAR(D(6, 0), -0.5, 1e-13) << "the impact, 0.2 m away";
    EXPECT_NEAR(D(6, 3), -0.1 / 2.6, 1e-13);
  }
}

/// They are no Hamiltonian maps; without rows they are.
TEST(NonholonomicSteps, do_not_keep_the_symplectic_form) {
  const auto defect = [](const System& s) {
    RealStep step(method(s, midpoint()), at(position, momentum), 0.15);
    EXPECT_TRUE(step.ok()) << step.why();
    EXPECT_EQ(step.sequence().impacts.size(), 1U);
    const Matrix J = step.D().topLeftCorner(6, 6);
    Matrix O = Matrix::Zero(6, 6);
    O.topRightCorner(3, 3).setIdentity();
    O.bottomLeftCorner(3, 3) = -Matrix::Identity(3, 3);
    return (J.transpose() * O * J - O).cwiseAbs().maxCoeff();
  };
  SystemSpecification without = sleigh().specification();
  without.omega = {};
  EXPECT_LT(defect(System(without)), 1e-11);
  EXPECT_GT(defect(sleigh()), 1e-1);
}

}  // namespace
}  // namespace ricochet
