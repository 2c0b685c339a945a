#include "ricochet/steppers/rattle.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "support/matchers.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ricochet {
namespace {

Trajectory run_of(const Problem& problem, const System& system, long steps) {
  Rattle stepper(system, {.backend = newton()});
  Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

TEST(Rattle, applies_the_impact_law_in_the_step_that_closes_the_gap) {
  const Problem problem = problems::normal_impact();
  for (const double e : {1.0, 0.5, 0.0}) {
    const Trajectory run = run_of(problem, problem.system.with("restitution", e), 40);
    EXPECT_NEAR(run.last().state.p[0], -e, 1e-12);
    EXPECT_GE(smallest_gap(problem.system, run), -1e-13) << "positions are constrained";
  }
}

TEST(Rattle, keeps_contact_and_momentum_where_the_motion_is_smooth) {
  const Problem problem = problems::spring_sphere();
  const Trajectory run = run_of(problem, problem.system, 400);
  EXPECT_LT(momentum_error(problem.system, run).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT(energy_error(problem.system, run).cwiseAbs().maxCoeff(), 0.2);
  EXPECT_EQ(run.last().contacts.held, (std::vector<Index>{0, 1}));
}

TEST(Rattle, is_the_smooth_integrator_with_verlets_rule_in_sliding_contact) {
  const Problem problem = problems::bowl();
  DiscreteSmooth smooth(problem.system, {.discretization = verlet(), .backend = newton()});
  const SimulateOptions steps{.h = problem.h, .steps = 100};
  const Trajectory expected = simulate(smooth, problem.initial, steps);
  ASSERT_TRUE(expected.ok()) << expected.message();
  const Trajectory run = run_of(problem, problem.system, 100);
  EXPECT_LT((run.last().state.q - expected.last().state.q).norm(), 1e-11);
  EXPECT_LT((run.last().state.p - expected.last().state.p).norm(), 1e-11);
}

TEST(Rattle, keeps_rods_and_their_velocities) {
  const Problem problem = find_problem("cradle").make();
  const Trajectory run = run_of(problem, problem.system, 100);
  EXPECT_LT(equality_error(problem.system, run).maxCoeff(), 1e-12);
}

TEST(Rattle, keeps_positions_admissible_with_friction_and_restitution) {
  const support::RoughBodies bodies = support::chain(5);
  const System chain = bodies.system.with("friction", 0.4).with("restitution", 0.5);
  std::mt19937_64 random(2);
  Rattle stepper(chain, {.backend = newton()});
  const Trajectory run = simulate(stepper, bodies.start(random), {.h = bodies.h, .steps = 200});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_GE(smallest_gap(chain, run), -1e-11);
  EXPECT_LT(equality_error(chain, run).maxCoeff(), 1e-11);
  EXPECT_TRUE(std::any_of(run.steps.begin(), run.steps.end(),
                          [](const Step& step) { return (step.force.pi.array() != 0.0).any(); }));
}

TEST(Rattle, refuses_friction_without_tangents_and_systems_that_it_does_not_know) {
  support::expect_message([] { Rattle{problems::bowl().system.with("friction", 0.3)}; },
                          {"Stepper 'rattle'", "'bowl'", "has friction but no tangents"});
  Rattle stepper(problems::bowl().system, {.backend = newton()});
  support::expect_message([&] { stepper.set("friction", 0.3); }, {"has friction but no tangents"});
  support::expect_message([] { Rattle{find_problem("corner-tip").make().system}; },
                          {"it takes no unions"});
}

}  // namespace
}  // namespace ricochet
