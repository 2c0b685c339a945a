#include "ricochet/steppers/shadow.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/io/checkpoint.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "support/matchers.hpp"
#include "support/scratch_folder.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::expect_message;
using Stage = ShadowRecord::Stage;

Shadow make(const Problem& problem, Shadow::Options options = {}) {
  options.discretization = problem.discretization;
  options.backend = newton();
  return {problem.system, options};
}

/// What the steps did, and the last of them.
struct Flown {
  RunSummary summary;
  Step last;
};

Flown fly(const Problem& problem, const Shadow::Options& options, long steps) {
  Shadow stepper = make(problem, options);
  Monitor monitor(problem.system);
  Step now{.state = problem.initial}, next;
  monitor.start(now);
  for (long i = 0; i < steps; ++i) {
    stepper.advance(now, problem.h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    if (!next.report.ok()) break;
    monitor.observe(next);
    std::swap(now, next);
  }
  return {monitor.summary(), now};
}

TEST(Shadow, makes_the_steps_of_gvi_where_no_constraint_is_near) {
  const Problem problem = problems::disc_chaotic();
  Shadow stepper = make(problem);
  GeneralizedVariational base(problem.system, {.discretization = verlet(), .backend = newton()});
  Step a{.state = problem.initial}, b = a;
  int free = 0;
  for (; free < 5; ++free) {
    b = base.advance(b, problem.h);
    a = stepper.advance(a, problem.h);
    ASSERT_TRUE(a.report.ok());
    if (!a.impacts.empty() || !b.impacts.empty()) break;
    EXPECT_TRUE(support::same_bits(a.state.q, b.state.q));
    EXPECT_TRUE(support::same_bits(a.state.p, b.state.p));
  }
  EXPECT_GE(free, 3);
}

struct Case {
  const char* name;
  Problem (*problem)();
  Placement placement;
};

class ShadowRuns : public testing::TestWithParam<Case> {};

TEST_P(ShadowRuns, end_every_step_admissibly_with_the_energy_of_the_start) {
  const Problem problem = GetParam().problem();
  const Flown run = fly(problem, {.placement = GetParam().placement}, 20000);
  const ShadowSummary& shadow = run.summary.shadow;
  EXPECT_EQ(run.summary.steps, 20000);
  EXPECT_EQ(run.summary.certified, 20000);
  EXPECT_GT(shadow.events, 900);
  EXPECT_GE(run.summary.gap_min, -1e-13);
  EXPECT_LT(shadow.relative_error(), 3e-4) << "debts included";
  EXPECT_LT(std::abs(run.last.shadow.energy - shadow.initial - run.last.shadow.debt),
            3e-4 * std::abs(shadow.initial));
  if (GetParam().placement == Placement::grid)
    EXPECT_LT(shadow.located + shadow.landed, 0.02 * static_cast<double>(shadow.events));
  else
    EXPECT_GT(shadow.located, 0.99 * static_cast<double>(shadow.events));
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShadowRuns,
    testing::Values(Case{"disc_chaotic", problems::disc_chaotic, Placement::grid},
                    Case{"two_discs", problems::two_discs, Placement::grid},
                    Case{"pogo_hardening", problems::pogo_hardening, Placement::grid},
                    Case{"elliptic_billiard", problems::elliptic_billiard, Placement::grid},
                    Case{"disc_chaotic_located", problems::disc_chaotic, Placement::located},
                    Case{"two_discs_located", problems::two_discs, Placement::located},
                    Case{"pogo_hardening_located", problems::pogo_hardening, Placement::located}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(Shadow, takes_one_share_per_body_where_two_hit_at_once) {
  Problem problem = problems::two_discs();
  problem.initial.q << 0.3, 0.1, -0.3, 0.1;
  problem.initial.p << 0.9, 1.6, -1.3, 1.2;
  Shadow stepper = make(problem);
  Step now{.state = problem.initial}, next;
  bool together = false;
  for (int i = 0; i < 3000 && !together; ++i) {
    stepper.advance(now, problem.h, next);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    together = next.shadow.stage == Stage::grid && next.impacts.size() == 2;
    if (!together) std::swap(now, next);
  }
  ASSERT_TRUE(together);
  EXPECT_EQ(next.impacts[0].constraints, std::vector<Index>{0});
  EXPECT_EQ(next.impacts[1].constraints, std::vector<Index>{1});
  EXPECT_NEAR(next.impacts[0].energy_plus, next.impacts[1].energy_plus, 1e-13);
  EXPECT_TRUE(stepper.certify(now, problem.h, next).ok());
}

TEST(Shadow, carries_its_start_and_its_debt_through_a_checkpoint) {
  const Problem problem = problems::pogo_hardening();
  const Flown run = fly(problem, {}, 700);
  const support::ScratchFolder folder;
  const std::string path = folder.path("shadow.json");
  save(Checkpoint{.step = run.last, .summary = run.summary}, path);
  const Checkpoint read = load_checkpoint(path);
  EXPECT_EQ(read.step.shadow.initial, run.last.shadow.initial);
  EXPECT_EQ(read.step.shadow.debt, run.last.shadow.debt);
  EXPECT_EQ(read.summary.shadow.events, run.summary.shadow.events);
  EXPECT_EQ(read.summary.shadow.error_max, run.summary.shadow.error_max);
  Shadow stepper = make(problem);
  Step on = run.last, again = read.step;
  for (int i = 0; i < 100; ++i) {
    on = stepper.advance(on, problem.h);
    again = stepper.advance(again, problem.h);
  }
  EXPECT_TRUE(support::same_bits(on.state.q, again.state.q));
  EXPECT_TRUE(support::same_bits(on.state.p, again.state.p));
}

TEST(Shadow, begins_anew_with_another_step_size) {
  const Problem problem = problems::disc_chaotic();
  Shadow stepper = make(problem);
  const Step one = stepper.advance({.state = problem.initial}, 0.1);
  const Step same = stepper.advance(one, 0.1), other = stepper.advance(one, 0.05);
  EXPECT_EQ(same.shadow.initial, one.shadow.initial);
  EXPECT_NE(other.shadow.initial, one.shadow.initial);
  EXPECT_EQ(other.shadow.h, 0.05);
}

TEST(Shadow, conserves_the_energy_of_virtual_steps) {
  const Problem problem = problems::disc_chaotic();
  const Flown run = fly(problem, {.virtual_steps = 3}, 3000);
  EXPECT_GT(run.summary.shadow.events, 150);
  EXPECT_EQ(run.summary.certified, 3000);
  EXPECT_LT(run.summary.shadow.relative_error(), 1e-3);
  EXPECT_GE(run.summary.gap_min, -1e-13);
}

TEST(Shadow, chooses_an_order_unless_one_is_given) {
  const Problem problem = problems::disc_chaotic();
  EXPECT_EQ(make(problem).kind().order, 6);
  EXPECT_EQ(make(problem, {.energy_order = 2}).kind().order, 2);
  EXPECT_EQ(make(problem, {.virtual_steps = 2}).kind().virtual_steps, 2);
  EXPECT_EQ(make(problem, {.virtual_steps = 2}).kind().order, 0);
  const Flown run = fly(problem, {}, 100);
  EXPECT_EQ(run.summary.shadow.order, 6);
  EXPECT_EQ(run.last.shadow.order, 6);
}

TEST(Shadow, flags_a_step_size_that_is_too_large_for_its_order) {
  Problem problem = problems::disc_chaotic();
  const auto summary = [&](double h, const Shadow::Options& options) {
    problem.h = h;
    return fly(problem, options, 3000).summary.shadow;
  };
  for (const Shadow::Options& options : {Shadow::Options{}, Shadow::Options{.energy_order = 4},
                                         Shadow::Options{.virtual_steps = 3}}) {
    const ShadowSummary fine = summary(0.1, options), coarse = summary(0.5, options);
    EXPECT_LT(fine.order_ratio(), 0.1);
    EXPECT_FALSE(fine.too_large_h());
    EXPECT_GT(coarse.order_ratio(), fine.order_ratio());
    EXPECT_TRUE(coarse.too_large_h()) << coarse.order_ratio();
  }
  EXPECT_TRUE(std::isnan(summary(0.1, {.energy_order = 2}).order_ratio())) << "no two orders below";
}

TEST(Shadow, refuses_options_and_systems_by_name) {
  const System& disc = problems::disc_chaotic().system;
  const auto with = [&](const Shadow::Options& o) { (void)Shadow(disc, o); };
  expect_message([&] { with({.energy_order = 3}); }, {"2, 4, 6 or 8", "not 3"});
  expect_message([&] { with({.energy_order = 4, .virtual_steps = 2}); },
                 {"Stepper 'shadow'", "not both"});
  expect_message([&] { with({.anchor = 1.5}); }, {"Stepper 'shadow'", "[0, 1]", "1.5"});
  expect_message([&] { with({.anchor = std::nan("")}); }, {"[0, 1]"});
  expect_message([&] { with({.discretization = left_point()}); },
                 {"Stepper 'shadow'", "discretization 'left'"});
  expect_message([&] { with({.discretization = left_point(), .virtual_steps = 2}); },
                 {"Stepper 'shadow'", "not symmetric"});
  EXPECT_NE(Shadow::why_not(support::driven_ball(1.0)), "");
  EXPECT_EQ(Shadow::why_not(problems::cradle(3, 1).system), "");
  const System rods = problems::cradle(3, 1).system;
  expect_message([&] { (void)Shadow(rods, {.energy_order = 4}); },
                 {"Stepper 'shadow'", "do not know equalities", "virtual steps"});
  EXPECT_NE(Shadow::why_not(disc.with("restitution", 0.5)), "");
  EXPECT_EQ(Shadow::why_not(disc), "");
}

TEST(Shadow, names_a_potential_that_ends_behind_the_start) {
  const Expr q = Expr::sym("q");
  const System s({.name = "edge", .q = q, .M = 1.0, .V = -sqrt(q), .g = {{"wall", q - 0.01}}});
  Shadow stepper(s, {.discretization = verlet(), .backend = newton(), .virtual_steps = 3});
  const Step next = stepper.advance({.state = {.q = Vector{{0.02}}, .p = Vector{{-1.0}}}}, 0.1);
  EXPECT_FALSE(next.report.ok());
  EXPECT_EQ(next.report.status, StepStatus::not_finite);
}

}  // namespace
}  // namespace ricochet
