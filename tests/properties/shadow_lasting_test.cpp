#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shadow/held_map.hpp"
#include "ricochet/shadow/shadow_meter.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "support/matchers.hpp"
#include "support/order.hpp"
#include "support/shadow_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

/// Laws of impacts that conserve a shadow energy beside equalities and contacts that last.

namespace ricochet {
namespace {

using Stage = ShadowRecord::Stage;

/// How far S_k leaves its start while a map holds S; with the energy of the map that holds S or of
/// one that holds nothing.
double deviation(const Problem& problem, const Mask& S, const Mask& of, int k, double h) {
  HeldMap map(problem.system, verlet(), newton());
  ShadowMeter meter(problem.system, verlet(), {.virtual_steps = k}, newton());
  map.hold(S);
  meter.hold(of);
  Vector q = problem.initial.q, p = problem.initial.p, q1, p1;
  const double start = meter.energy(q, p, h);
  double most = 0.0;
  for (long i = 0; i < std::lround(2.0 / h); ++i) {
    EXPECT_TRUE(map.step(q, p, h, q1, p1));
    q.swap(q1);
    p.swap(p1);
    most = std::max(most, std::abs(meter.energy(q, p, h) - start));
  }
  return most;
}

double order_of(const Problem& problem, const Mask& S, const Mask& of, int k, double coarsest) {
  const support::OrderFit fit = support::observed_order(
      [&](double h) { return deviation(problem, S, of, k, h); }, coarsest, 3, 1e-13);
  EXPECT_GE(fit.points, 3);
  return fit.order;
}

TEST(ShadowBandOfHeldMotion, has_twice_the_order_of_its_virtual_steps) {
  const Problem rods = problems::double_pendulum_walls(), sphere = problems::spring_sphere();
  const Mask all = Mask::Ones(sphere.system.m()), none = Mask::Zero(rods.system.m());
  for (const int k : {1, 2, 3}) {
    EXPECT_NEAR(order_of(rods, none, none, k, 0.02), 2.0 * k, 0.5) << "rods, k = " << k;
    EXPECT_NEAR(order_of(sphere, all, all, k, 0.2), 2.0 * k, 0.5) << "held contacts, k = " << k;
  }
}

TEST(ShadowBandOfHeldMotionControl, is_not_that_of_steps_that_hold_nothing) {
  const Problem sphere = problems::spring_sphere();
  const Mask all = Mask::Ones(sphere.system.m()), none = Mask::Zero(sphere.system.m());
  EXPECT_LT(order_of(sphere, all, none, 3, 0.2), 2.5);
}

/// A ball falls on one that rests on a floor: after every hit that one rests again.
Problem ball_on_ball() {
  const Expr q = Expr::sym("q", 2);
  return {.system = System({.name = "ball-on-ball",
                            .q = q,
                            .M = Expr::eye(2),
                            .V = 10.0 * q(0) + 10.0 * q(1) + pow(q(1), 3) / 3.0,
                            .g = {{"floor", q(0)}, {"balls", q(1) - q(0) - 1.0}}}),
          .initial = {.q = Vector{{0.0, 1.7}}, .p = Vector{{0.0, 0.0}}},
          .h = 0.05,
          .discretization = verlet()};
}

/// A particle slides over a disc, leaves it and bounces on a floor.
Problem leaving() {
  const Expr q = Expr::sym("q", 2);
  return {.system = System({.name = "leaving",
                            .q = q,
                            .M = Expr::eye(2),
                            .V = 10.0 * q(1),
                            .g = {{"disc", q(0) * q(0) + q(1) * q(1) - 1.0}, {"floor", q(1)}}}),
          .initial = {.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}},
          .h = 0.02,
          .discretization = verlet()};
}

struct Case {
  std::string name;
  Problem problem;
  long steps;
  double band;  ///< of the shadow energy, by its size
};

class ShadowWithLastingContact : public testing::TestWithParam<std::tuple<Case, Placement>> {};

TEST_P(ShadowWithLastingContact, keeps_gaps_rods_and_the_energy_of_the_start) {
  const auto& [tested, placement] = GetParam();
  const Problem& problem = tested.problem;
  Shadow stepper(
      problem.system,
      {.discretization = problem.discretization, .backend = newton(), .placement = placement});
  Step now{.state = problem.initial}, next;
  ShadowMeter meter(problem.system, problem.discretization, stepper.kind(), newton());
  Mask rests = Mask::Zero(problem.system.m());
  double gap = 1.0, rods = 0.0, off = 0.0;
  for (long i = 0; i < tested.steps; ++i) {
    stepper.advance(now, problem.h, next);
    ASSERT_TRUE(next.report.ok()) << "step " << i << ": " << next.report.message;
    ASSERT_TRUE(next.report.certified);
    std::swap(now, next);
    gap = std::min(gap, problem.system.g(now.state.q).minCoeff());
    if (problem.system.k() > 0)
      rods = std::max(rods, problem.system.f(now.state.q).cwiseAbs().maxCoeff());
    rests.setZero();
    for (const Index contact : now.contacts.held) rests[contact] = 1.0;
    meter.hold(rests);
    const double E = meter.energy(now.state.q, now.state.p, problem.h);
    off = std::max(off, std::abs(E / now.shadow.initial - 1.0));
  }
  EXPECT_GE(gap, -1e-13);
  EXPECT_LT(rods, 1e-11);
  EXPECT_LT(off, tested.band);
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShadowWithLastingContact,
    testing::Combine(testing::Values(Case{"bowl", problems::bowl(), 500, 1e-6},
                                     Case{"crest", problems::crest(), 100, 1e-6},
                                     Case{"ball_on_ball", ball_on_ball(), 2000, 1e-5},
                                     Case{"leaving", leaving(), 2000, 1e-5},
                                     Case{"cradle", problems::cradle(5, 1), 1000, 1e-8},
                                     Case{"double_pendulum", problems::double_pendulum_walls(),
                                          2000, 5e-4},
                                     Case{"lennard_jones", problems::lennard_jones(6), 1000, 3e-2},
                                     Case{"stacked_discs", problems::stacked_discs(6), 30, 1e-12},
                                     Case{"spring_sphere", problems::spring_sphere(), 200, 4e-3},
                                     Case{"mixed", problems::spring_sphere_mixed(), 200, 0.1}),
                     testing::Values(Placement::grid, Placement::located)),
    [](const auto& tested) {
      return std::get<0>(tested.param).name +
             (std::get<1>(tested.param) == Placement::grid ? "_at_the_grid" : "_located");
    });

TEST(ShadowWithLastingContact, makes_the_steps_of_gvi_until_an_impact_comes) {
  for (const Problem& problem :
       {problems::bowl(), problems::crest(), problems::double_pendulum_walls()}) {
    Shadow stepper(problem.system, {.discretization = verlet(), .backend = newton()});
    GeneralizedVariational base(problem.system, {.discretization = verlet(), .backend = newton()});
    Step a{.state = problem.initial}, b = a;
    int same = 0;
    for (; same < 50; ++same) {
      a = stepper.advance(a, problem.h);
      b = base.advance(b, problem.h);
      ASSERT_TRUE(a.report.ok() && b.report.ok());
      if (!a.impacts.empty()) break;
      ASSERT_TRUE(support::same_bits(a.state.q, b.state.q)) << problem.system.name();
      ASSERT_TRUE(support::same_bits(a.state.p, b.state.p)) << problem.system.name();
    }
    EXPECT_GT(same, 10) << problem.system.name();
  }
}

TEST(ShadowWithLastingContact, rests_again_behind_an_impact_that_leaves_it_at_rest) {
  const Problem problem = ball_on_ball();
  Shadow stepper = support::shadow_stepper(problem, 4, 0.01);
  long together = 0;
  support::fly(stepper, problem, problem.h, 50, [&](const Step&, const Step& made) {
    EXPECT_EQ(made.contacts.held, std::vector<Index>{0});
    if (!made.impacts.empty() && made.impacts[0].constraints.size() == 2) ++together;
  });
  EXPECT_EQ(together, 50) << "one share for both contacts";
}

/// What leaving the disc made the energy owe, and the change of the energy in the first impact.
struct Debt {
  double owed = 0.0, repaid = 0.0, after = 0.0;
};

Debt debt_of_leaving(double h) {
  const Problem problem = leaving();
  Shadow stepper = support::shadow_stepper(problem, 4, 0.0);
  Debt found;
  support::fly(stepper, problem, h, 1, [&](const Step& from, const Step& made) {
    if (made.impacts.empty()) return;
    found = {.owed = from.shadow.debt,
             .repaid = made.shadow.energy - from.shadow.energy,
             .after = made.shadow.debt};
  });
  return found;
}

TEST(ShadowWithLastingContact, owes_what_leaving_a_contact_changes_until_an_impact) {
  const Debt found = debt_of_leaving(0.02);
  EXPECT_GT(std::abs(found.owed), 1e-7);
  EXPECT_NEAR(found.repaid, -found.owed, 1e-12);
  EXPECT_EQ(found.after, 0.0);
}

/// Root mean square errors in the first and in the last tenth of the impacts of a double pendulum
/// between walls, and the largest one.
struct RodBand {
  double first = 0.0, last = 0.0, largest = 0.0;
};

RodBand band_of_rods(double anchor) {
  constexpr long impacts = 4000;
  const Problem problem = problems::double_pendulum_walls();
  Shadow stepper(problem.system,
                 {.discretization = verlet(), .backend = newton(), .anchor = anchor});
  RodBand band;
  long met = 0;
  support::fly(stepper, problem, 0.005, impacts, [&](const Step&, const Step& made) {
    if (made.impacts.empty()) return;
    const double off = made.shadow.energy - made.shadow.initial;
    band.largest = std::max(band.largest, std::abs(off));
    if (++met <= impacts / 10) band.first += off * off;
    if (met > impacts - impacts / 10) band.last += off * off;
  });
  for (double* sum : {&band.first, &band.last}) *sum = std::sqrt(*sum / (impacts / 10));
  return band;
}

TEST(ShadowBandOfRods, is_as_wide_in_the_last_tenth_as_in_the_first) {
  const RodBand band = band_of_rods(0.01);
  EXPECT_LT(band.last, 2.0 * band.first);
  EXPECT_GT(band_of_rods(0.0).largest, 2.0 * band.largest)
      << "control: without an anchor jumps add up";
}

}  // namespace
}  // namespace ricochet
