#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/derivatives/sequence_label.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/hybrid.hpp"

#include <gmock/gmock.h>

#include <cmath>

/// Derivatives of reflections in several passes, and of those at grid points where they are
/// accepted.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;
using testing::ElementsAre, testing::HasSubstr, testing::SizeIs;

/// Three balls of unequal masses on a line, 1 m thick; the first one is tied to a spring.
System row(double third, bool on_a_rail = false) {
  const Expr q = Expr::sym("q", on_a_rail ? 4 : 3), mass = Expr::sym("mass"),
             k = Expr::sym("stiffness");
  SystemSpecification s{.name = "row",
                        .q = q,
                        .parameters = {{"mass", mass, 1.3}, {"stiffness", k, 2.0}},
                        .M = on_a_rail
                                 ? Expr(diag(vertcat(mass, Expr(1.0), Expr(third), Expr(0.4))))
                                 : Expr(diag(vertcat(mass, Expr(1.0), Expr(third)))),
                        .V = 0.25 * k * pow(q(0) + 0.5, 4),
                        .g = {{"first gap", q(1) - q(0) - 1.0}, {"second gap", q(2) - q(1) - 1.0}}};
  if (on_a_rail) s.f = {{"rail", q(3) - 0.5 * q(0) * q(0)}};
  return System(s);
}

const Step strikes{.state = {.q = Vector{{-0.1, 1.0, 2.0}}, .p = Vector{{2.6, 0.0, 0.0}}}};
const std::vector<Index> rest{1, 2, 4, 5};  // of the two that touch

TEST(Reflections, in_several_passes_have_exact_derivatives) {
  RealStep step(Hybrid(row(0.3), {.discretization = verlet(), .backend = newton()}), strikes, 0.1);
  ASSERT_EQ(step.why(), "");
  ASSERT_THAT(step.sequence().impacts, SizeIs(1));
  EXPECT_THAT(step.sequence().impacts[0].pushed.closed, ElementsAre(0));
  ASSERT_THAT(step.sequence().impacts[0].then, SizeIs(1));
  EXPECT_THAT(step.sequence().impacts[0].then[0].closed, ElementsAre(1));
  EXPECT_FALSE(reflects_at_grid(step.label()));
  expect_exact(step, rest);
  // A light ball comes back from a heavy one, and is struck again.
  RealStep more(Hybrid(row(9.0), {.discretization = verlet(), .backend = newton()}), strikes, 0.1);
  ASSERT_EQ(more.why(), "");
  EXPECT_THAT(more.sequence().impacts[0].then, SizeIs(testing::Ge(2U)));
  EXPECT_NE(more.label(), step.label());
  expect_exact(more, rest);
}

TEST(Reflections, in_several_passes_have_exact_derivatives_with_equalities) {
  const Step from{.state = {.q = Vector{{-0.1, 1.0, 2.0, 0.005}},
                            .p = Vector{{2.6, 0.0, 0.0, -0.4 * 0.1 * 2.0}}}};
  RealStep step(Hybrid(row(0.3, true), {.discretization = verlet(), .backend = newton()}), from,
                0.1);
  ASSERT_EQ(step.why(), "");
  ASSERT_THAT(step.sequence().impacts[0].then, SizeIs(1));
  expect_exact(step, {1, 2, 5, 6});
}

/// The pass behind a pass in closed form: 2 m u / (m + M) twice.
TEST(Reflections, in_several_passes_are_those_of_the_closed_form) {
  const System s = row(0.3).with("stiffness", 0.0);
  RealStep step(Hybrid(s, {.discretization = verlet(), .backend = newton()}), strikes, 0.1);
  ASSERT_TRUE(step.ok()) << step.why();
  const double second = 2.0 / 2.3, third = second * 2.0 / 1.3;  // of p = 1.3 u, by p
  EXPECT_NEAR(step.D()(5, 3), 0.3 * third, 1e-13);
  EXPECT_NEAR(step.D()(4, 3), second * (1.0 - 0.3) / 1.3, 1e-13);
  EXPECT_NEAR(step.D()(3, 3), (1.3 - 1.0) / 2.3, 1e-13);
}

/// A bead in a bowl, beside a wall.
System bowl(double curvature) {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass"), gravity = Expr::sym("gravity");
  const Expr k = Expr::sym("curvature");
  return System(
      {.name = "bowl",
       .q = q,
       .parameters = {{"mass", mass, 1.3}, {"gravity", gravity, 9.81}, {"curvature", k, curvature}},
       .M = mass * Expr::eye(2),
       .V = mass * gravity * q(1),
       .g = {{"bowl", q(1) - 0.5 * k * q(0) * q(0)}, {"wall", 1.0 - q(0)}}});
}

const Step falling{.state = {.q = Vector{{0.9, 0.5}}, .p = Vector{{1.3, -0.6}}}};

TEST(Reflections, at_grid_points_have_exact_derivatives_of_the_step_if_accepted) {
  for (const Discretization& d : {verlet(), midpoint()}) {
    RealStep step(GeneralizedVariational(bowl(0.8), {.discretization = d, .backend = newton()}),
                  falling, 0.12, true);
    ASSERT_EQ(step.why(), "");
    ASSERT_TRUE(step.sequence().grid);
    EXPECT_THAT(step.sequence().impacts, SizeIs(0));
    EXPECT_TRUE(reflects_at_grid(step.label())) << "the label says so";
    EXPECT_EQ(step.D().row(4).norm(), 0.0) << "its time does not move";
    expect_exact(step, {});
    Matrix O = Matrix::Zero(4, 4);
    O << Matrix::Zero(2, 2), Matrix::Identity(2, 2), -Matrix::Identity(2, 2), Matrix::Zero(2, 2);
    const Matrix J = step.D().topLeftCorner(4, 4);
    EXPECT_GT((J.transpose() * O * J - O).cwiseAbs().maxCoeff(), 1e-2) << "not symplectic";
  }
}

/// The bead slides on the flat floor into the wall, and slides back.
TEST(Reflections, at_grid_points_may_come_with_contacts_that_last) {
  RealStep step(
      GeneralizedVariational(bowl(0.0), {.discretization = verlet(), .backend = newton()}),
      Step{.state = {.q = Vector{{0.95, 0.0}}, .p = Vector{{1.3, 0.0}}}}, 0.1, true);
  ASSERT_EQ(step.why(), "");
  ASSERT_TRUE(step.sequence().grid);
  EXPECT_THAT(step.sequence().resting, ElementsAre(0));
  EXPECT_THAT(step.sequence().flights[0].during.closed, ElementsAre(0));
  expect_exact(step, {});
}

TEST(Reflections, at_grid_points_may_have_several_passes) {
  RealStep step(GeneralizedVariational(row(0.3), {.discretization = verlet(), .backend = newton()}),
                strikes, 0.1, true);
  ASSERT_EQ(step.why(), "");
  ASSERT_TRUE(step.sequence().grid);
  EXPECT_THAT(step.sequence().grid->then, SizeIs(1));
  expect_exact(step, rest);
}

/// A reflected step of a ball: q1 = q - h p / m - h^2 g / 2.
TEST(Reflections, at_grid_points_are_those_of_the_closed_form) {
  const System s = bowl(0.0);
  RealStep step(GeneralizedVariational(s, {.discretization = verlet(), .backend = newton()}),
                Step{.state = {.q = Vector{{0.0, 0.1}}, .p = Vector{{0.0, -1.3}}}}, 0.2, true);
  ASSERT_TRUE(step.ok()) << step.why();
  const Matrix& D = step.D();
  EXPECT_NEAR(D(1, 1), 1.0, 1e-13);
  EXPECT_NEAR(D(1, 3), -0.2 / 1.3, 1e-13);
  EXPECT_NEAR(D(3, 3), -1.0, 1e-13);
  EXPECT_NEAR(D(1, 5), -0.5 * 0.04, 1e-13) << "by gravity";
}

/// The derivative of the height of a ball behind a bounce, by the height before.
double by_height(const Stepper& stepper, double h) {
  const auto steps = std::lround(0.16 / h);
  const auto mine = stepper.clone();
  const Trajectory run = simulate(*mine, {.q = Vector{{0.0, 0.25}}, .p = Vector{{0.0, -1.3}}},
                                  {.h = h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  RunSensitivity sensitivity(stepper, {.accept_grid_reflection = true});
  EXPECT_EQ(sensitivity.take(run), "");
  return sensitivity.forward(Vector::Unit(sensitivity.inputs(), 1))(1, 0);
}

/// The motion's is near -1 just behind the impact; with a time that stays it is +1 at every h.
TEST(Reflections, at_grid_points_do_not_converge_to_the_motion) {
  const System s = bowl(0.0);
  const Hybrid located(s, {.discretization = verlet(), .backend = newton()});
  const GeneralizedVariational grid(s, {.discretization = verlet(), .backend = newton()});
  const double v = std::sqrt(1.0 + 2.0 * 9.81 * 0.25), rest = 0.16 - (v - 1.0) / 9.81;
  const double exact = 2.0 * 9.81 * rest / v - 1.0;  // of v rest - g rest^2 / 2
  EXPECT_LT(exact, -0.8);
  for (const double h : {0.16 / 16.0, 0.16 / 64.0, 0.16 / 256.0}) {
    EXPECT_NEAR(by_height(located, h), exact, 1e-10 * std::abs(exact)) << "control";
    EXPECT_NEAR(by_height(grid, h), 1.0, 1e-10);
  }
}

TEST(Reflections, at_grid_points_are_refused_where_they_are_not_covered) {
  const auto refuse = [](const Stepper& stepper, const Step& from, const std::string& what) {
    const RealStep step(stepper, from, 0.12, true);
    EXPECT_THAT(step.why(),
                testing::AllOf(HasSubstr("gvi reflects at the grid point"), HasSubstr(what)));
  };
  using Options = GeneralizedVariational::Options;
  Options options{.discretization = verlet(), .backend = newton(), .energy = Energy::numerical};
  refuse(GeneralizedVariational(bowl(0.8), options), falling, "take the energy 'continuous'");
  options = {.discretization = verlet(), .backend = newton(), .gradients = Gradients::predictor};
  refuse(GeneralizedVariational(bowl(0.8), options), falling, "gradients at the predictor");
  const Expr q = Expr::sym("q");
  const System lossy({.name = "ball",
                      .q = q,
                      .M = 1.0,
                      .V = 9.81 * q,
                      .g = {{.name = "floor", .value = q, .contact = {.restitution = 0.6}}}});
  refuse(GeneralizedVariational(lossy, {.discretization = verlet(), .backend = newton()}),
         Step{.state = {.q = Vector{{0.1}}, .p = Vector{{-2.0}}}}, "with a loss at 'floor'");
}

}  // namespace
}  // namespace ricochet
