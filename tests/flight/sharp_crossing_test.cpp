#include "ricochet/flight/sharp_crossing.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

/// Walls on both sides touch the ball and may press it with any impulse: they do not, so that it
/// falls and bounces freely, whatever their friction.
TEST(SharpCrossing, lets_a_ball_bounce_between_rough_walls_that_do_not_press) {
  const Problem problem = find_problem("squeezed-ball").make();
  for (const double e : {0.0, 0.5, 1.0})
    for (const double mu : {0.1, 0.3, 1.0}) {
      const System ball = problem.system.with("restitution", e).with("friction", mu);
      const auto stepper = make_stepper("forced-collision", ball, {.backend = newton()});
      const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 100});
      ASSERT_TRUE(run.ok()) << e << ' ' << mu << ": " << run.message();
      const double lands = std::sqrt(2.0 / 9.81);
      ASSERT_FALSE(run.steps[46].impacts.empty());
      const Impact& impact = run.steps[46].impacts[0];
      EXPECT_NEAR(impact.t, lands, 1e-12) << e << ' ' << mu;
      EXPECT_NEAR(impact.p_plus[1], e * std::sqrt(2.0 * 9.81), 1e-10) << e << ' ' << mu;
    }
}

}  // namespace
}  // namespace ricochet
