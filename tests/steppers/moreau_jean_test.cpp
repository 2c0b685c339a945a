#include "ricochet/steppers/moreau_jean.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

Trajectory run_of(const Problem& problem, const System& system, long steps) {
  MoreauJean stepper(system, {.backend = newton()});
  Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

TEST(MoreauJean, reverses_the_speed_of_a_body_without_forces) {
  const Problem problem = problems::normal_impact();
  for (const double e : {1.0, 0.5, 0.0}) {
    const Trajectory run = run_of(problem, problem.system.with("restitution", e), 40);
    EXPECT_NEAR(run.last().state.p[0], -e, 1e-12);
  }
}

TEST(MoreauJean, comes_to_rest_on_the_floor_with_restitution_below_one) {
  const Problem problem = problems::particle_1d();
  const System soft = problem.system.with("restitution", 0.3);
  const Trajectory run = run_of(problem, soft, 200);
  EXPECT_NEAR(run.last().state.p[0], 0.0, 1e-12);
  EXPECT_GT(run.last().force.lambda[0], 0.0);
  EXPECT_LT(energy(soft, run).tail(1)[0], 0.0) << "at rest below the floor: positions are free";
}

TEST(MoreauJean, lets_equalities_drift_because_it_constrains_velocities_only) {
  const Problem problem = find_problem("cradle").make();
  const Trajectory run = run_of(problem, problem.system, 100);
  EXPECT_GT(equality_error(problem.system, run).maxCoeff(), 1e-6);
}

TEST(MoreauJean, refuses_friction) {
  support::expect_message([] { MoreauJean{problems::bowl().system.with("friction", 0.3)}; },
                          {"Stepper 'moreau-jean'", "'bowl'", "friction 0", "0.3"});
}

}  // namespace
}  // namespace ricochet
