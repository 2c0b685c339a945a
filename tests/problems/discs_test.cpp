#include "ricochet/discs.hpp"

#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Boxes of discs: starts fit and are the same everywhere, rows and walls are those of the box, and
/// elastic impacts keep the energy.

namespace ricochet {
namespace {

using support::expect_message;
using support::near;
using support::same_bits;

constexpr double round_off = 1e-14;

TEST(Discs, keep_apart_and_inside_the_box) {
  const Discs discs(3, "disc");
  const Constraints pairs = discs.apart(), walls = discs.inside_box(Expr(4.0));
  const Expr rows = vertcat(pairs.column(), walls.column());
  Kernel gaps("gaps", {discs.q, discs.radius}, {rows});
  Vector g(3 + 12);
  gaps({Vector{{1.0, 1.0, 1.0, 3.0, 2.5, 1.0}}, 0.5}, {g});
  EXPECT_EQ(pairs.names(), (std::vector<std::string>{"discs 0-1", "discs 0-2", "discs 1-2"}));
  EXPECT_TRUE(near(g.head(3), Vector{{1.0, 0.5, 1.5}}, round_off));
  EXPECT_EQ(walls[4].name, "left 1");
  EXPECT_TRUE(near(g.segment(3, 4), Vector{{0.5, 2.5, 0.5, 2.5}}, round_off));
  EXPECT_TRUE(near(g.segment(11, 4), Vector{{2.0, 1.0, 0.5, 2.5}}, round_off));
}

TEST(DiscBox, has_every_pair_and_four_walls_each) {
  const System s = find_problem("disc-box").make({{"n", 12}}).system;
  EXPECT_EQ(s.m(), 12 * 11 / 2 + 4 * 12);
}

TEST(DiscBox, starts_inside_with_the_given_speed_for_any_number_and_seed) {
  for (const int n : {1, 2, 9, 10, 37})
    for (const int seed : {0, 1, 7}) {
      const Problem problem = find_problem("disc-box").make({{"n", n}, {"seed", seed}});
      const System& s = problem.system;
      EXPECT_GT(s.smallest(s.g(problem.initial.q)), 0.0) << n << " " << seed;
      for (int i = 0; i < n; ++i)
        EXPECT_NEAR(problem.initial.p.segment(2 * i, 2).norm(), 1.0, round_off);
    }
}

TEST(DiscBox, starts_with_the_same_bits_for_a_seed_everywhere) {
  const State start = find_problem("disc-box").make({{"n", 2}}).initial;
  EXPECT_TRUE(same_bits(start.q, Vector{{0.43613656378889692, 0.14678641517105592,
                                         0.10992333867615556, 0.50931295316027958}}));
  EXPECT_TRUE(same_bits(start.p, Vector{{0.99748188475787325, -0.070921714445443498,
                                         0.31285744283718703, -0.94980009499966689}}));
  const State other = find_problem("disc-box").make({{"n", 2}, {"seed", 2}}).initial;
  EXPECT_GT((other.q - start.q).norm(), 1e-3);
}

TEST(DiscBox, follows_its_parameters) {
  const Problem problem = find_problem("disc-box").make();
  const System changed = problem.system.with("side", 3.0).with("speed", -2.0).with("mass", 0.5);
  const State start = problem.start(changed);
  EXPECT_GT(changed.smallest(changed.g(start.q)), 0.0);
  EXPECT_GT(start.q.maxCoeff(), 1.0);
  EXPECT_NEAR(start.p.head(2).norm(), 1.0, round_off);
  double far = 0.0;  // of the wall at the right
  for (const Wall& wall : problem.walls_for(changed)) far = std::min(far, wall.offset);
  EXPECT_EQ(far, -3.0);
}

TEST(DiscBox, refuses_discs_that_do_not_fit_by_name) {
  const Problem problem = find_problem("disc-box").make({{"n", 10}});
  const System full = problem.system.with("radius", problem.system.parameter("side") / 8.0);
  EXPECT_GE(full.smallest(full.g(problem.start(full).q)), -full.tolerances().gap);
  const System crowded = problem.system.with("radius", 0.2);
  expect_message([&] { (void)problem.start(crowded); },
                 {"Problem 'disc-box'", "n = 10 discs of radius 0.2 m do not fit",
                  "box of side 1.33333 m, which holds 9", "take fewer"});
}

Trajectory gas(const Problem& problem, long steps) {
  const auto stepper =
      make_stepper(problem.stepper, problem.system,
                   {.discretization = problem.discretization, .backend = make_backend("newton")});
  return simulate(*stepper, problem.initial, {.h = problem.h, .steps = steps});
}

TEST(DiscBox, keeps_its_energy_through_hundreds_of_impacts) {
  const Problem problem = find_problem("disc-box").make();
  const Trajectory run = gas(problem, 2000);
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_LT(energy_error(problem.system, run).cwiseAbs().maxCoeff(), 1e-11);
  size_t reflections = 0;
  for (const Step& step : run.steps) reflections += step.reflections.empty() ? 0 : 1;
  EXPECT_GT(reflections, 200U);
}

/// Without the rows that nothing reaches within the time.
System without_far_rows(const System& s, const State& start, double reach) {
  SystemSpecification near_ones = s.specification();
  near_ones.g = {};
  const Vector gaps = s.g(start.q);
  for (Index i = 0; i < s.m(); ++i)
    if (gaps[i] < reach) {
      const Constraint& row = s.specification().g[static_cast<size_t>(i)];
      near_ones.g.add(row.name, row.value, row.contact);
    }
  return System(near_ones);
}

TEST(DiscBox, moves_as_if_far_contacts_were_not_there) {
  const Problem problem = find_problem("disc-box").make({{"n", 20}});
  constexpr long steps = 20;
  const double reach = 3.0 * static_cast<double>(steps) * problem.h;  // two discs of speed 1
  const System few = without_far_rows(problem.system, problem.initial, reach);
  ASSERT_LT(few.m(), problem.system.m() / 2);
  for (const char* name : {"gvi", "collision"}) {
    const auto all = make_stepper(name, problem.system, {.backend = make_backend("newton")});
    const auto some = make_stepper(name, few, {.backend = make_backend("newton")});
    const SimulateOptions length{.h = problem.h, .steps = steps};
    const Trajectory a = simulate(*all, problem.initial, length);
    const Trajectory b = simulate(*some, problem.initial, length);
    ASSERT_TRUE(a.ok() && b.ok()) << name << ": " << a.message() << b.message();
    size_t impacts = 0;
    for (const Step& step : a.steps) impacts += step.impacts.size();
    EXPECT_GT(impacts, 0U) << name;
    EXPECT_TRUE(near(a.steps.back().state.q, b.steps.back().state.q, 1e-12)) << name;
    EXPECT_TRUE(near(a.steps.back().state.p, b.steps.back().state.p, 1e-12)) << name;
  }
}

TEST(DiscBoxControl, loses_energy_where_impacts_do) {
  Problem problem = find_problem("disc-box").make();
  problem.system = problem.system.with("restitution", 0.9);
  problem.stepper = "moreau-jean";
  const auto stepper = make_stepper("moreau-jean", problem.system, {});
  const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 500});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_LT(energy_error(problem.system, run).minCoeff(), -0.1);
}

}  // namespace
}  // namespace ricochet
