#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/hybrid.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>

/// Derivatives of the methods of [KP12]: smooth contact, and reflections where they are located.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;
using testing::ElementsAre, testing::HasSubstr;

/// A bead in a bowl y >= curvature x^2 / 2 with a wall at x = 1, and a pendulum on a rod if asked.
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

const Step sliding{.state = {.q = Vector{{0.4, 0.064}}, .p = Vector{{1.43, 0.4576}}}};
const Step falling{.state = {.q = Vector{{0.9, 0.5}}, .p = Vector{{1.3, -0.6}}}};

TEST(SmoothSteps, that_slide_have_exact_derivatives_along_the_contact) {
  const System s = bowl(0.8);
  for (const Discretization& d : {verlet(), midpoint()}) {
    RealStep discrete(DiscreteSmooth(s, {.discretization = d, .backend = newton()}), sliding, 0.03);
    ASSERT_TRUE(discrete.ok()) << discrete.why();
    EXPECT_THAT(discrete.sequence().flights[0].during.closed, ElementsAre(0));
    expect_exact(discrete, {});
    RealStep variational(GeneralizedVariational(s, {.discretization = d, .backend = newton()}),
                         sliding, 0.03);
    ASSERT_TRUE(variational.ok()) << variational.why();
    EXPECT_EQ(variational.sequence(), discrete.sequence());
    expect_exact(variational, {});
  }
}

TEST(SmoothSteps, that_are_free_have_exact_derivatives) {
  RealStep step(GeneralizedVariational(bowl(0.8), {.backend = newton()}), falling, 0.02);
  ASSERT_TRUE(step.ok()) << step.why();
  expect_exact(step, {});
}

TEST(SmoothSteps, that_reflect_at_a_grid_point_are_refused) {
  RealStep step(GeneralizedVariational(bowl(0.8), {.backend = newton()}), falling, 0.12);
  EXPECT_THAT(step.why(), HasSubstr("gvi reflects at the grid point t = 0 s"));
  EXPECT_THAT(step.why(), HasSubstr("take collision"));
  EXPECT_THAT(step.why(), HasSubstr(".accept_grid_reflection"));
}

TEST(SmoothSteps, of_variants_are_refused) {
  const System s = bowl(0.8);
  const auto refuse = [](const Stepper& stepper, const std::string& cure) {
    support::expect_message([&] { (void)stepper.step_equations(); }, {"Derivatives", cure});
  };
  refuse(DiscreteSmooth(s, {.backend = newton(), .projection = false}), "take these");
  refuse(Hybrid(s, {.discretization = verlet(), .backend = newton(), .energy = Energy::numerical}),
         "take the energy 'continuous'");
}

/// A located reflection that keeps H is Newton's law without a loss.
TEST(SmoothSteps, of_hybrid_have_exact_derivatives) {
  for (const double h : {0.12, 0.4}) {
    const System s = bowl(0.8);
    RealStep step(Hybrid(s, {.discretization = verlet(), .backend = newton()}), falling, h);
    ASSERT_TRUE(step.ok()) << step.why();
    EXPECT_GE(step.sequence().impacts.size(), h < 0.2 ? 1u : 3u);
    expect_exact(step, {}, 1e-4);
    RealStep other(
        ForcedCollision(s, {.discretization = verlet(), .backend = newton(), .law = Law::newton}),
        falling, h);
    ASSERT_TRUE(other.ok()) << other.why();
    EXPECT_LT((step.D() - other.D()).norm(), 1e-11 * step.D().norm());
    RealStep keeps(
        ForcedCollision(s, {.discretization = verlet(), .backend = newton(), .law = Law::elastic}),
        falling, h);
    ASSERT_TRUE(keeps.ok()) << keeps.why();
    const Matrix ends = step.D().topRows(4), others = keeps.D().topRows(4);  // of (q, p)
    EXPECT_GT((ends - others).norm(), 1e-3 * ends.norm()) << "E_d is another law";
  }
}

}  // namespace
}  // namespace ricochet
