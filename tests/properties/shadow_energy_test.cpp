#include "ricochet/energy.hpp"
#include "ricochet/shadow/virtual_energy.hpp"
#include "support/discrete_flow.hpp"
#include "support/order.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <tuple>

/// Law: along a smooth motion the shadow energy of order k leaves its start by O(h^(k+2)) and that
/// of k virtual steps by O(h^2k).

namespace ricochet {
namespace {

constexpr double tolerance = 0.25;   // of an order
constexpr double round_off = 3e-15;  // [J], of energies of 0.1

using EnergyAt = std::function<double(const State&)>;

/// The largest deviation of an energy from its start over a motion with `rule`.
double deviation(const Discretization& rule, double h, const EnergyAt& E) {
  const System s = support::henon_heiles();
  support::DiscreteFlow flow(s, rule);
  State now{.q = Vector{{0.3, -0.2}}, .p = Vector{{0.1, 0.3}}};
  const double start = E(now);
  double most = 0.0;
  for (long i = 0; i < std::lround(14.0 / h); ++i) {
    flow.advance(now, h);
    most = std::max(most, std::abs(E(now) - start));
  }
  return most;
}

EnergyAt closed(const Discretization& of, int order, double h) {
  const System s = support::henon_heiles();
  const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2), step = Expr::sym("h");
  const Energy energy = order == 0 ? Energy::continuous : Energy::shadow(order);
  Kernel kernel("E", {q, p, step, s.parameter_symbols()}, {energy.expression(s, of, q, p, step)});
  return [kernel, h, theta = s.parameter_values()](const State& at) mutable {
    double E = 0.0;
    kernel({at.q, at.p, h, theta}, {E});
    return E;
  };
}

double observed(const Discretization& rule, const Discretization& of, int order, double coarsest) {
  const auto error = [&](double h) { return deviation(rule, h, closed(of, order, h)); };
  const support::OrderFit fit = support::observed_order(error, coarsest, 3, round_off);
  EXPECT_GE(fit.points, 3);
  return fit.order;
}

class ShadowBand : public testing::TestWithParam<std::tuple<Discretization, int>> {};

TEST_P(ShadowBand, has_two_orders_more_than_its_energy) {
  const auto& [rule, order] = GetParam();
  EXPECT_NEAR(observed(rule, rule, order, order < 6 ? 0.4 : 0.6), order + 2.0, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Of, ShadowBand,
                         testing::Combine(testing::Values(verlet(), midpoint()),
                                          testing::Values(0, 2, 4, 6)),
                         [](const auto& tested) {
                           return std::get<0>(tested.param).name() + "_with_order_" +
                                  std::to_string(std::get<1>(tested.param));
                         });

TEST(ShadowBandControl, the_energy_of_the_other_rule_is_no_better_than_H) {
  for (const int order : {2, 4, 6}) {
    EXPECT_NEAR(observed(verlet(), midpoint(), order, 0.4), 2.0, tolerance);
    EXPECT_NEAR(observed(midpoint(), verlet(), order, 0.4), 2.0, tolerance);
  }
}

/// S_k of the map of `rule`, with the action of `of`.
double virtual_order(const Discretization& rule, const Discretization& of, int k) {
  const auto error = [&](double h) {
    const System s = support::henon_heiles();
    const auto energy = std::make_shared<VirtualEnergy>(s, of, k);
    const auto flow = std::make_shared<support::DiscreteFlow>(s, rule);
    const auto map = [flow](const Vector& q0, const Vector& p0, double step, Vector& q1,
                            Vector& p1) {
      State state{.q = q0, .p = p0};
      flow->advance(state, step);
      q1 = state.q;
      p1 = state.p;
      return true;
    };
    return deviation(rule, h,
                     [=](const State& at) { return energy->at(at.q, at.p, h, map).energy; });
  };
  const support::OrderFit fit = support::observed_order(error, 0.4, 3, 10.0 * round_off);
  EXPECT_GE(fit.points, 3);
  return fit.order;
}

class VirtualBand : public testing::TestWithParam<std::tuple<Discretization, int>> {};

TEST_P(VirtualBand, has_twice_the_order_of_its_steps) {
  const auto& [rule, k] = GetParam();
  EXPECT_NEAR(virtual_order(rule, rule, k), 2.0 * k, 1.5 * tolerance);
}

INSTANTIATE_TEST_SUITE_P(Of, VirtualBand,
                         testing::Combine(testing::Values(verlet(), midpoint()),
                                          testing::Values(1, 2, 3)),
                         [](const auto& tested) {
                           return std::get<0>(tested.param).name() + "_with_" +
                                  std::to_string(std::get<1>(tested.param)) + "_steps";
                         });

TEST(VirtualBandControl, the_action_of_another_rule_gives_no_energy_that_is_kept) {
  for (const int k : {2, 3}) EXPECT_LT(virtual_order(verlet(), midpoint(), k), 3.0);
}

}  // namespace
}  // namespace ricochet
