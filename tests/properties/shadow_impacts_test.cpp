#include "ricochet/backends/newton.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "support/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

/// Laws of impacts that conserve a shadow energy: what one of them does to the energy that free
/// steps keep, and what many of them do to the energy of the whole, to that of each body, to
/// momentum maps, to other integrals and to positions.

namespace ricochet {
namespace {

/// A shadow energy of some coordinates of a system, as a number.
class Meter {
 public:
  Meter(const System& s, int order) : theta_(s.parameter_values()) {
    const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
    kernel_ = Kernel("E", {q, p, h, s.parameter_symbols()},
                     {Energy::shadow(order).expression(s, verlet(), q, p, h)});
  }
  double operator()(const Vector& q, const Vector& p, double h) {
    double E = 0.0;
    kernel_({q, p, h, theta_}, {E});
    return E;
  }

 private:
  Kernel kernel_;
  Vector theta_;
};

Shadow shadow(const Problem& problem, int order, double anchor,
              Placement placement = Placement::grid) {
  return {problem.system,
          {.discretization = verlet(),
           .backend = newton(),
           .placement = placement,
           .energy_order = order,
           .anchor = anchor}};
}

/// Makes steps until `impacts` steps had events, and shows each of them.
void fly(Stepper& stepper, const Problem& problem, double h, long events,
         const std::function<void(const Step& from, const Step& made)>& see) {
  stepper.certify_steps(false);
  Step now{.state = problem.initial}, next;
  for (long met = 0; met < events;) {
    stepper.advance(now, h, next);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    if (!next.impacts.empty()) ++met;
    see(now, next);
    std::swap(now, next);
  }
}

/// Root mean square of what single impacts at the grid do to the energy of order 8.
double jump(Stepper& stepper, double h) {
  const Problem problem = problems::disc_chaotic();
  Meter kept(problem.system, 8);
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
      Shadow stepper = shadow(problems::disc_chaotic(), order, 0.0);
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

/// Root mean square errors of the shadow energy in the first and in the last tenth of a run,
/// without steps that owe.
struct Band {
  double first = 0.0, last = 0.0, gap = 1.0;
};

Band band(const Problem& problem, int order, double anchor, long impacts) {
  Shadow stepper = shadow(problem, order, anchor);
  Band found;
  long met = 0, counted[2] = {0, 0};
  fly(stepper, problem, problem.h, impacts, [&](const Step&, const Step& made) {
    met += made.impacts.empty() ? 0 : 1;
    found.gap = std::min(found.gap, problem.system.g(made.state.q).minCoeff());
    const ShadowRecord& s = made.shadow;
    const bool early = met <= impacts / 10, late = met > impacts - impacts / 10;
    if (std::abs(s.debt) > 1e-9 || (!early && !late)) return;
    (early ? found.first : found.last) += (s.energy - s.initial) * (s.energy - s.initial);
    ++counted[early ? 0 : 1];
  });
  found.first = std::sqrt(found.first / static_cast<double>(counted[0]));
  found.last = std::sqrt(found.last / static_cast<double>(counted[1]));
  return found;
}

TEST(ShadowBandOverImpacts, is_as_wide_in_the_last_tenth_as_in_the_first) {
  for (const Problem& problem : {problems::disc_chaotic(), problems::two_discs()}) {
    const Band found = band(problem, 4, 0.01, 40000);
    EXPECT_LT(found.last, 1.5 * found.first) << problem.system.name();
    EXPECT_GE(found.gap, -1e-13);
    const Band control = band(problem, 4, 0.0, 40000);  // jumps add up like a walk
    EXPECT_GT(control.last, 5.0 * found.last) << problem.system.name() << " without an anchor";
  }
}

TEST(ShadowBandOverImpactsSlow, is_as_wide_after_a_million_impacts) {
  for (const Problem& problem : {problems::disc_chaotic(), problems::two_discs()}) {
    const Band found = band(problem, 4, 0.01, 1000000);
    EXPECT_LT(found.last, 1.5 * found.first) << problem.system.name();
    EXPECT_LT(found.last, 1e-5 * problem.system.H(problem.initial.q, problem.initial.p));
    EXPECT_GE(found.gap, -1e-13);
  }
}

/// How far the shadow energy of the first of two bodies that do not interact is off at the end.
double partition_error(double anchor, int order, Placement placement) {
  const Problem both = problems::two_discs(), one = problems::disc_chaotic();
  Shadow stepper = shadow(both, order, anchor, placement);
  Meter meter(one.system, 6);
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

/// The product of the angular momenta about the foci of the elliptic billiard.
double second_integral(const State& s) {
  const double c = std::sqrt(3.0);
  return ((s.q[0] - c) * s.p[1] - s.q[1] * s.p[0]) * ((s.q[0] + c) * s.p[1] - s.q[1] * s.p[0]);
}

double second_integral_error(Placement placement) {
  const Problem problem = problems::elliptic_billiard();
  Shadow stepper = shadow(problem, 4, 0.01, placement);
  double off = 0.0;
  fly(stepper, problem, problem.h, 5000, [&](const Step&, const Step& made) {
    off = std::max(off, std::abs(second_integral(made.state) - second_integral(problem.initial)));
  });
  return off;
}

TEST(EllipticBilliard, keeps_its_second_integral_where_impacts_are_located_only) {
  EXPECT_LT(second_integral_error(Placement::located), 1e-9);
  EXPECT_GT(second_integral_error(Placement::grid), 0.1);
}

TEST(ShadowMomentum, is_exact_over_many_impacts) {
  Problem problem = problems::disc_billiard();
  problem.h = 0.1;
  const auto L = [](const Vector& q, const Vector& p) { return q[0] * p[1] - q[1] * p[0]; };
  const double start = L(problem.initial.q, problem.initial.p);
  for (const Placement placement : {Placement::grid, Placement::located}) {
    Shadow stepper = shadow(problem, 4, 0.01, placement);
    double off = 0.0;
    fly(stepper, problem, problem.h, 10000, [&](const Step&, const Step& made) {
      off = std::max(off, std::abs(L(made.state.q, made.state.p) - start));
    });
    EXPECT_LT(off, 1e-10);
  }
  const Problem lopsided = problems::disc_chaotic();
  Shadow stepper = shadow(lopsided, 4, 0.01);
  double off = 0.0;
  fly(stepper, lopsided, 0.1, 10, [&](const Step&, const Step& made) {
    off = std::max(
        off, std::abs(L(made.state.q, made.state.p) - L(lopsided.initial.q, lopsided.initial.p)));
  });
  EXPECT_GT(off, 0.1) << "control: no symmetry";
}

/// Mean distance from a reference over a few impacts of disc-chaotic.
double position_error(Placement placement, double h, const std::vector<Vector>& reference) {
  const Problem problem = problems::disc_chaotic();
  Shadow stepper = shadow(problem, 4, 0.01, placement);
  Step now{.state = problem.initial}, next;
  const long per_point = std::lround(0.1 / h);
  double sum = 0.0;
  for (const Vector& q : reference) {
    for (long i = 0; i < per_point; ++i) {
      stepper.advance(now, h, next);
      EXPECT_TRUE(next.report.ok()) << next.report.message;
      std::swap(now, next);
    }
    sum += (now.state.q - q).norm();
  }
  return sum / static_cast<double>(reference.size());
}

TEST(ShadowPositions, are_of_order_one_at_the_grid_and_of_order_two_where_located) {
  const Problem problem = problems::disc_chaotic();
  Shadow stepper = shadow(problem, 4, 0.01, Placement::located);
  Step now{.state = problem.initial}, next;
  std::vector<Vector> reference;
  constexpr long fine = 512;
  for (int point = 0; point < 40; ++point) {
    for (long i = 0; i < fine; ++i) {
      stepper.advance(now, 0.1 / static_cast<double>(fine), next);
      std::swap(now, next);
    }
    reference.push_back(now.state.q);
  }
  const auto order = [&](Placement placement) {
    return support::observed_order(
               [&](double h) { return position_error(placement, h, reference); }, 0.05, 4)
        .order;
  };
  const double at_grid = order(Placement::grid), located = order(Placement::located);
  EXPECT_GT(at_grid, 0.7);
  EXPECT_LT(at_grid, 1.5);
  EXPECT_NEAR(located, 2.0, 0.2);
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
  fly(stepper, problem, h, 2000, [&](const Step&, const Step& made) {
    at_grid = at_grid && made.flights.empty();
    if (at_grid) off = std::max(off, std::abs(I(made.state) - I(problem.initial)));
  });
  return off;
}

TEST(PogoStick, keeps_an_exact_invariant_where_reflections_at_the_grid_keep_H) {
  const System s = problems::pogo().system;
  GeneralizedVariational gvi(s, {.discretization = verlet(), .backend = newton()});
  EXPECT_LT(invariant_error(gvi), 1e-10);
  Shadow closed = shadow(problems::pogo(), 4, 0.0);
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
