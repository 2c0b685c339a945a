#include "ricochet/steppers/rattle.hpp"

#include "ricochet/backends/ipopt.hpp"
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

/// Two of three dominoes lie face along face: the corner of each holds the other one down. In the
/// next step the corners pass each other, and the rows of both contacts turn round.
Step passing_corners() {
  Step from;
  from.state.q = Vector{{-0.065297755351850076, 0.007372591138343901, -1.4748250843539359,
                         0.10396539110878759, 0.0060891572145702821, -1.527024495206657,
                         0.10398087772277388, 0.0060898355252922785, 1.6145681583831606}};
  from.state.p = Vector{{-0.0026621058396435059, -0.00040727698641686402, -3.6156656113868114e-06,
                         0.0023218614798280759, 0.00012677050364072044, 1.1094497953178981e-06,
                         0.00094621900891600508, 6.6597079060087564e-05, 1.1094497957878379e-06}};
  return from;
}

TEST(Rattle, takes_the_nearest_position_where_rows_turn_round_within_the_step) {
  const support::RoughBodies bodies = support::row_of_dominoes(3);
  for (const double friction : {0.0, 0.3})
    for (const Backend& backend : {newton(), ipopt()}) {
      const System s = bodies.system.with("restitution", 0.0).with("friction", friction);
      Rattle stepper(s, {.backend = backend});
      const Step to = stepper.advance(passing_corners(), bodies.h);
      ASSERT_TRUE(to.report.ok()) << to.report.message;
      EXPECT_TRUE(to.report.certified);
      EXPECT_GE(s.g(to.state.q).minCoeff(), -1e-12);
      if (friction == 0.0) {
        EXPECT_GT(to.report.statistics.fallbacks, 0) << backend.name();
      }
    }
}

/// A bead between two walls, g = (a^2 - x^2) / 2a, so fast that it passes the middle and the wall
/// behind it in one step: G(q0) points to the wrong side.
TEST(Rattle, stops_at_the_wall_ahead_where_the_row_at_the_start_points_away_from_it) {
  const Expr q = Expr::sym("q", 2);
  for (const double friction : {0.0, 0.5}) {
    const System s({.name = "bead",
                    .q = q,
                    .M = Expr::eye(2),
                    .V = 0.0,
                    .g = {{"walls",
                           0.5 * (1.0 - q(0) * q(0)),
                           {.restitution = 0.0,
                            .friction = friction,
                            .tangents = {vertcat(Expr(0.0), Expr(1.0))}}}}});
    Rattle stepper(s, {.backend = newton()});
    const Step from{.state = {.q = Vector{{0.5, 0.0}}, .p = Vector{{-200.0, 150.0}}}};
    const Step to = stepper.advance(from, 0.01);
    ASSERT_TRUE(to.report.ok()) << to.report.message;
    EXPECT_LT((to.state.q - Vector{{-1.0, 1.5}}).norm(), 1e-11);
    EXPECT_LT((to.state.p - Vector{{0.0, 150.0 - friction * 200.0}}).norm(), 1e-9);
  }
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
