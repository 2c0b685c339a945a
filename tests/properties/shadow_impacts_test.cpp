#include "ricochet/backends/newton.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "support/order.hpp"
#include "support/shadow_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

/// Laws of impacts that conserve a shadow energy: what one of them does to the energy that free
/// steps keep, and what many of them do to the energy of the whole and to that of each body.

namespace ricochet {
namespace {

using support::fly;

/// Root mean square of what single impacts at the grid do to the energy of order 8.
double jump(Stepper& stepper, double h) {
  const Problem problem = problems::disc_chaotic();
  support::ShadowEnergyAt kept(problem.system, 8);
  double sum = 0.0;
  long count = 0;
  fly(stepper, problem, h, 400, [&](const Step&, const Step& made) {
    if (made.impacts.empty() || !made.flights.empty()) return;
    const Impact& impact = made.impacts.front();
    const double by = kept(impact.q, impact.p_plus, h) - kept(impact.q, impact.p_minus, h);
    sum += by * by;
    ++count;
  });
  return std::sqrt(sum / static_cast<double>(count));
}

double jump_order(const std::function<double(double)>& jump_at) {
  const support::OrderFit fit = support::observed_order(jump_at, 0.1, 2, 1e-14);
  EXPECT_EQ(fit.points, 3);
  return fit.order;
}

TEST(ShadowJumps, shrink_by_two_orders_more_than_their_energy) {
  for (const int order : {2, 4, 6}) {
    const double slope = jump_order([=](double h) {
      Shadow stepper = support::shadow_stepper(problems::disc_chaotic(), order, 0.0);
      return jump(stepper, h);
    });
    EXPECT_NEAR(slope, order + 2.0, 0.7) << "E of order " << order;
  }
}

TEST(ShadowJumpsControl, reflections_that_keep_H_jump_with_order_two) {
  const double slope = jump_order([](double h) {
    GeneralizedVariational stepper(problems::disc_chaotic().system,
                                   {.discretization = verlet(), .backend = newton()});
    return jump(stepper, h);
  });
  EXPECT_NEAR(slope, 2.0, 0.4);
}

/// The largest debt over the energy, and the share of steps that owe among those with impacts.
struct Debts {
  double largest = 0.0, share = 0.0;
};

Debts debts(const Problem& problem, Placement placement, long impacts) {
  Shadow stepper = support::shadow_stepper(problem, 4, 0.01, placement);
  const double E = problem.system.H(problem.initial.q, problem.initial.p);
  Debts found;
  fly(stepper, problem, problem.h, impacts, [&](const Step& from, const Step& made) {
    const double debt = std::abs(made.shadow.debt / E);
    found.largest = std::max(found.largest, debt);
    if (debt > 1e-12 && made.shadow.debt != from.shadow.debt)
      found.share += 1.0 / static_cast<double>(impacts);
  });
  return found;
}

TEST(ShadowDebts, are_round_off_where_the_last_impact_of_a_step_can_repay) {
  for (const Problem& problem :
       {problems::disc_chaotic(), problems::pogo(), problems::pogo_hardening()})
    EXPECT_LT(debts(problem, Placement::grid, 20000).largest, 1e-12) << problem.system.name();
  EXPECT_LT(debts(problems::two_discs(), Placement::grid, 100000).largest, 5e-4)
      << "landings without a root";
}

TEST(ShadowDebtsControl, are_seen_where_slow_bounces_end_in_landings_without_a_root) {
  const Debts found = debts(problems::pogo_hardening(), Placement::located, 30000);
  EXPECT_GT(found.largest, 1e-4);
  EXPECT_LT(found.largest, 5e-3);
  EXPECT_LT(found.share, 2e-3);
}

/// How far the shadow energy of the first of two bodies that do not interact is off at the end.
double partition_error(double anchor, int order, Placement placement) {
  const Problem both = problems::two_discs(), one = problems::disc_chaotic();
  Shadow stepper = support::shadow_stepper(both, order, anchor, placement);
  support::ShadowEnergyAt meter(one.system, 6);
  const auto of_one = [&](const State& s) { return meter(s.q.head(2), s.p.head(2), both.h); };
  const double start = of_one(both.initial);
  double off = 0.0;
  fly(stepper, both, both.h, 20000, [&](const Step&, const Step& made) {
    off = std::max(off, std::abs(of_one(made.state) - start));
  });
  return off;
}

TEST(ShadowPartition, of_independent_bodies_is_kept_at_the_grid) {
  const double kept = partition_error(0.01, 4, Placement::grid);
  EXPECT_LT(kept, 1e-2);
  EXPECT_GT(partition_error(0.01, 4, Placement::located), 10.0 * kept) << "the known leak";
}

TEST(ShadowPartitionControl, a_whole_repayment_lets_one_body_pay_for_the_other) {
  EXPECT_GT(partition_error(1.0, 2, Placement::grid),
            2.0 * partition_error(0.01, 2, Placement::grid));
}

/// H - h^2/8 grad V^T M^-1 grad V of the pogo stick, which Verlet's map of its quadratic V keeps,
/// less its start; until a step reflects elsewhere than at the grid.
double invariant_error(Stepper& stepper) {
  const Problem problem = problems::pogo();
  const double h = problem.h;
  const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2),
             theta = problem.system.parameter_symbols();
  const Expr dV = gradient(problem.system.V(q), q);
  Kernel invariant("I", {q, p, theta},
                   {problem.system.H(q, p) - h * h / 8.0 * dot(dV, problem.system.velocity(dV))});
  const auto I = [&](const State& s) {
    double value = 0.0;
    invariant({s.q, s.p, problem.system.parameter_values()}, {value});
    return value;
  };
  double off = 0.0;
  bool at_grid = true;
  fly(stepper, problem, h, 20000, [&](const Step&, const Step& made) {
    at_grid = at_grid && made.flights.empty();
    if (at_grid) off = std::max(off, std::abs(I(made.state) - I(problem.initial)));
  });
  return off;
}

TEST(PogoStick, keeps_an_exact_invariant_where_reflections_at_the_grid_keep_H) {
  const System s = problems::pogo().system;
  GeneralizedVariational gvi(s, {.discretization = verlet(), .backend = newton()});
  EXPECT_LT(invariant_error(gvi), 1e-10);
  Shadow closed = support::shadow_stepper(problems::pogo(), 4, 0.0);
  EXPECT_GT(invariant_error(closed), 1e-3) << "another energy is kept";
}

TEST(PogoStick, has_an_energy_of_virtual_steps_that_is_exact_too) {
  const Problem problem = problems::pogo();
  const auto error = [&](const Problem& of) {
    Shadow stepper(
        of.system,
        {.discretization = verlet(), .backend = newton(), .virtual_steps = 2, .anchor = 0.0});
    double off = 0.0;
    fly(stepper, of, of.h, 2000, [&](const Step&, const Step& made) {
      if (!std::isnan(made.shadow.energy))
        off = std::max(off, std::abs(made.shadow.energy - made.shadow.initial - made.shadow.debt));
    });
    return off;
  };
  EXPECT_LT(error(problem), 1e-9);
  EXPECT_GT(error(problems::pogo_hardening()), 1e-3) << "control: V is not quadratic";
}

}  // namespace
}  // namespace ricochet
