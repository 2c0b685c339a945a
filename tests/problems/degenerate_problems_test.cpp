#include "ricochet/diagnostics.hpp"
#include "ricochet/problem/facts.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Contacts that are redundant, opposite, many at once or on exterior corners: what the mechanics
/// says must come out although multipliers are not unique.

namespace ricochet {
namespace {

using support::near;

constexpr double round_off = 1e-13;

Trajectory run(const Problem& problem) {
  StepperOptions options = find_stepper(problem.stepper).suited(problem.discretization);
  options.backend = make_backend("newton");
  const auto method = make_stepper(problem.stepper, problem.system, options);
  return simulate(*method, problem.initial, {.h = problem.h, .steps = problem.steps()});
}

TEST(SqueezedBall, bounces_as_if_the_walls_were_not_there) {
  const Problem problem = find_problem("squeezed-ball").make();
  const Facts facts = facts_of(problem.system, problem.initial);
  EXPECT_EQ(facts.closed, 2);
  EXPECT_EQ(facts.redundant, 1);
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  double highest = 0.0;
  for (const Step& step : made.steps) {
    EXPECT_EQ(step.state.q[0], 0.5);
    if (step.state.t > 1.0) highest = std::max(highest, step.state.q[1]);
  }
  EXPECT_NEAR(highest, 1.5, 1e-3);
  EXPECT_LT(energy_error(problem.system, made).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(SqueezedBall, gets_room_between_its_walls) {
  const Problem problem = find_problem("squeezed-ball").make();
  const System wide = problem.system.with("room", 0.3);
  EXPECT_TRUE(near(wide.g(problem.start(wide).q), Vector{{0.15, 0.15, 1.0}}, round_off));
  EXPECT_EQ(problem.walls_for(wide).at(1).offset, -1.3);
}

TEST(StackedDiscs, stay_at_rest_under_more_contacts_than_coordinates) {
  for (const int n : {1, 2, 3, 4}) {
    const Problem problem = find_problem("stacked-discs").make({{"n", n}});
    const Facts facts = facts_of(problem.system, problem.initial);
    EXPECT_EQ(facts.closed, 3 * n * (n - 1) / 2 + n + 2) << n;
    EXPECT_GT(facts.redundant, 0) << n;
    const Trajectory made = run(problem);
    ASSERT_TRUE(made.ok()) << made.message();
    EXPECT_TRUE(near(made.last().state.q, problem.initial.q, round_off)) << n;
    EXPECT_TRUE(near(made.last().state.p, problem.initial.p, round_off)) << n;
  }
}

TEST(StackedDiscsControl, fall_apart_without_a_wall) {
  Problem problem = find_problem("stacked-discs").make();
  for (Index i = 0; i < problem.system.n(); i += 2) problem.initial.q[i] += 0.2;
  SystemSpecification open = problem.system.specification();
  open.g = {};
  for (const Constraint& row : problem.system.specification().g)
    if (row.name.rfind("right", 0) != 0) open.g.append({row});
  problem.system = System(open);
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  EXPECT_GT((made.last().state.q - problem.initial.q).norm(), 0.1);
}

TEST(ThreeBallsCorner, send_everything_back_where_it_came_from) {
  const Problem problem = find_problem("three-balls-corner").make();
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  size_t most = 0;
  for (const Step& step : made.steps)
    for (const ReflectionPass& pass : step.reflections) most = std::max(most, pass.set.size());
  EXPECT_GE(most, 4U) << "floor twice and wall twice";
  const Vector &p = made.last().state.p, &q = made.last().state.q;
  EXPECT_TRUE(near(p, Vector::Ones(6), round_off));
  // The mirror that exchanges x and y exchanges balls 1 and 2.
  EXPECT_TRUE(near(q, Vector{{q[1], q[0], q[5], q[4], q[3], q[2]}}, round_off));
}

TEST(DoublePendulum, hits_both_walls_and_keeps_its_energy) {
  const Problem problem = find_problem("double-pendulum-walls").make();
  EXPECT_EQ(problem.system.k(), 2);
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  Vector least = made.steps.front().state.q, most = least;
  for (const Step& step : made.steps) {
    least = least.cwiseMin(step.state.q);
    most = most.cwiseMax(step.state.q);
    EXPECT_LT(problem.system.f(step.state.q).cwiseAbs().maxCoeff(), round_off);
  }
  EXPECT_NEAR(least[2], -1.1, 0.02);  // bob 1 meets both walls
  EXPECT_NEAR(most[2], 1.1, 0.02);
  const double scale = 2.0 * 9.81;  // [J] a bob falls through both rods
  EXPECT_LT(energy_error(problem.system, made).cwiseAbs().maxCoeff(), 0.005 * scale);
}

/// A way between walls at 0 and `size`, unfolded.
double folded(double way, double size) {
  const double x = std::fmod(std::abs(way), 2.0 * size);
  return x <= size ? x : 2.0 * size - x;
}

TEST(BilliardTable, reflects_exactly_off_walls_and_block) {
  const Problem problem = find_problem("billiard-table").make();
  const System& s = problem.system;
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  int off_block = 0;
  for (const Impact& impact : impacts(made))
    for (const Index row : impact.constraints) off_block += s.gap_name(row).rfind("block", 0) == 0;
  EXPECT_GT(off_block, 2);
  for (const Step& step : made.steps) {
    EXPECT_TRUE(near(step.state.p.cwiseAbs(), Vector{{1.0, 0.618}}, round_off));
    EXPECT_GE(s.smallest(s.g(step.state.q)), -round_off);
  }
}

TEST(BilliardTableControl, without_a_block_is_a_square) {
  Problem problem = find_problem("billiard-table").make();
  SystemSpecification square = problem.system.specification();
  square.g = {};
  for (const Constraint& row : problem.system.specification().g)
    if (!row.is_union()) square.g.append({row});
  problem.system = System(square);
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  for (const Step& step : made.steps)
    EXPECT_TRUE(near(
        step.state.q,
        Vector{{folded(0.4 + step.state.t, 2.0), folded(0.3 + 0.618 * step.state.t, 2.0)}}, 1e-12));
}

}  // namespace
}  // namespace ricochet
