#include "ricochet/steppers/moreau_jean.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

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

TEST(MoreauJean, keeps_equalities_unless_told_not_to_project) {
  const Problem problem = find_problem("cradle").make();
  const Trajectory run = run_of(problem, problem.system, 100);
  EXPECT_LT(equality_error(problem.system, run).maxCoeff(), 1e-14);
  EXPECT_GT(run.last().force.xi.norm(), 0.0);
  MoreauJean drifts(problem.system, {.backend = newton(), .projection = false});
  const Trajectory free = simulate(drifts, problem.initial, {.h = problem.h, .steps = 100});
  ASSERT_TRUE(free.ok()) << free.message();
  EXPECT_GT(equality_error(problem.system, free).maxCoeff(), 1e-6);
}

/// A rod between two masses that turns by h omega in a step. Beyond 2 no position lies on it along
/// the gradients in the middle of the step.
TEST(MoreauJean, keeps_rods_that_turn_as_fast_as_they_like) {
  const Expr q = Expr::sym("q", 4), dx = q(2) - q(0), dy = q(3) - q(1);
  const System dumbbell({.name = "dumbbell",
                         .q = q,
                         .M = Expr::eye(4),
                         .V = 0.0,
                         .f = {{"rod", 0.5 * (dx * dx + dy * dy - 1.0)}}});
  for (const double turn : {0.1, 1.9, 2.1, 3.0, 20.0}) {
    MoreauJean stepper(dumbbell, {.backend = newton()});
    const State start{.q = Vector{{0.0, 0.0, 1.0, 0.0}},
                      .p = 50.0 * turn * Vector{{0.0, -1.0, 0.0, 1.0}}};
    const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 40});
    ASSERT_TRUE(run.ok()) << turn << ": " << run.message();
    EXPECT_LT(equality_error(dumbbell, run).maxCoeff(), 1e-13) << turn;
    for (size_t k = 1; k < run.steps.size(); ++k) EXPECT_TRUE(run.steps[k].report.certified);
  }
}

/// Where the waves of the impacts meet, the chain is stretched while it folds.
TEST(MoreauJean, keeps_the_rods_of_a_long_chain_that_falls_on_a_floor) {
  Problem problem = problems::fallen_chain(100);
  problem.initial = problem.start(problem.system.with("slope", 1.0));
  const Trajectory run = run_of(problem, problem.system.with("restitution", 0.5), 300);
  ASSERT_TRUE(run.ok());
  long nearest = 0;
  for (const Step& step : run.steps) nearest += step.report.statistics.fallbacks;
  EXPECT_GT(nearest, 0) << "no step needs the nearest position";
  EXPECT_LT(equality_error(problem.system, run).maxCoeff(), 1e-12);
}

TEST(MoreauJean, refuses_friction_without_tangents_and_systems_that_it_does_not_know) {
  support::expect_message([] { MoreauJean{problems::bowl().system.with("friction", 0.3)}; },
                          {"Stepper 'moreau-jean'", "'bowl'", "has friction but no tangents"});
  MoreauJean stepper(problems::bowl().system, {.backend = newton()});
  support::expect_message([&] { stepper.set("friction", 0.3); }, {"has friction but no tangents"});
  support::expect_message([] { MoreauJean{find_problem("corner-tip").make().system}; },
                          {"it takes no unions"});
  support::expect_message([] { MoreauJean{support::polar()}; }, {"not a Lagrangian .L"});
}

}  // namespace
}  // namespace ricochet
