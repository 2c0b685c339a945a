#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gmock/gmock.h>

#include <cmath>

/// Derivatives of impacts on several contacts at once and of the plastic law.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;
using testing::ElementsAre;

/// A rod of half length 0.5 m whose ends, below and above its centre line, meet the floor.
System rod(double restitution) {
  const Expr q = Expr::sym("q", 3), mass = Expr::sym("mass"), e = Expr::sym("restitution");
  const Expr gravity = Expr::sym("gravity");
  const auto foot = [&](const char* name, double at) {
    return Constraint{.name = name,
                      .value = q(1) + at * sin(q(2)) - 0.1 * cos(q(2)),
                      .contact = {.restitution = e}};
  };
  return System({.name = "rod",
                 .q = q,
                 .parameters = {{"mass", mass, 1.3},
                                {"gravity", gravity, 9.81},
                                {"restitution", e, restitution}},
                 .M = diag(vertcat(mass, mass, 0.1 * mass)),
                 .V = mass * gravity * q(1),
                 .g = {foot("left", -0.5), foot("right", 0.4)}});
}

const State falls_flat{.q = Vector{{0.2, 0.15, 0.0}}, .p = Vector{{0.7, -2.0, 0.0}}};
const std::vector<Index> upright{2, 5};  // the angle and its momentum stay

TEST(SimultaneousImpacts, of_the_energy_law_have_exact_derivatives) {
  const System s = rod(1.0);
  for (const Discretization& d : {verlet(), midpoint()}) {
    RealStep step(Collision(s, {.discretization = d, .backend = newton()}),
                  Step{.state = falls_flat}, 0.06);
    ASSERT_EQ(step.why(), "");
    ASSERT_EQ(step.sequence().impacts.size(), 1u);
    EXPECT_THAT(step.sequence().impacts[0].pushed.closed, ElementsAre(0, 1));
    expect_exact(step, upright);
  }
}

TEST(SimultaneousImpacts, of_newtons_law_have_exact_derivatives) {
  RealStep step(ForcedCollision(rod(0.6), {.backend = newton(), .law = Law::newton}),
                Step{.state = falls_flat}, 0.06);
  ASSERT_EQ(step.why(), "");
  EXPECT_THAT(step.sequence().impacts[0].pushed.closed, ElementsAre(0, 1));
  expect_exact(step, upright);
}

/// The rod falls on and stays: the impact, and a flight that holds both ends.
TEST(SimultaneousImpacts, of_the_plastic_law_have_exact_derivatives) {
  RealStep step(ForcedCollision(rod(0.0), {.backend = newton(), .law = Law::plastic}),
                Step{.state = falls_flat}, 0.06);
  ASSERT_EQ(step.why(), "");
  EXPECT_THAT(step.sequence().flights.back().during.closed, ElementsAre(0, 1));
  expect_exact(step, upright);
}

/// The fall in closed form: height and angle are 0 afterwards, whatever comes before.
TEST(SimultaneousImpacts, of_the_plastic_law_forget_the_fall) {
  RealStep step(
      ForcedCollision(rod(0.0),
                      {.discretization = verlet(), .backend = newton(), .law = Law::plastic}),
      Step{.state = falls_flat}, 0.06);
  ASSERT_TRUE(step.ok()) << step.why();
  const Matrix& D = step.D();
  for (const Index row : {1, 2, 4, 5}) EXPECT_LT(D.row(row).norm(), 1e-12) << row;
  EXPECT_NEAR(D(0, 0), 1.0, 1e-13);
  EXPECT_NEAR(D(0, 3), 0.06 / 1.3, 1e-13);
  // 0.15 - 0.1 = v t + g t^2 / 2 with v = 2 / 1.3
  const double v = 2.0 / 1.3, g = 9.81, fast = std::sqrt(v * v + 2.0 * g * 0.05);
  EXPECT_NEAR(D(6, 1), 1.0 / fast, 1e-12);
  EXPECT_NEAR(D(6, 4), (fast - v) / g / fast / 1.3, 1e-12);
}

/// A step with the same start that drops one foot first is another sequence.
TEST(SimultaneousImpacts, have_no_derivative_along_directions_that_separate_them) {
  const Collision stepper(rod(1.0), {.discretization = verlet(), .backend = newton()});
  RealStep together(stepper, Step{.state = falls_flat}, 0.06);
  State tilted = falls_flat;
  tilted.q[2] = 1e-3;
  RealStep apart(stepper, Step{.state = tilted}, 0.06);
  ASSERT_TRUE(together.ok() && apart.ok()) << together.why() << apart.why();
  EXPECT_NE(together.sequence(), apart.sequence());
  EXPECT_GT((together.D().topRows(6) - apart.D().topRows(6)).norm(), 0.1);
}

}  // namespace
}  // namespace ricochet
