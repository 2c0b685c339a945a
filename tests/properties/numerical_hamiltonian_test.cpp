#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "support/order.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// Law: along a smooth motion H leaves its start by O(h^2), the numerical Hamiltonian of the rule
/// by O(h^4): several coordinates, unequal masses, and the stepper itself.

namespace ricochet {
namespace {

constexpr double orbits = 20.0;     // s, about three
constexpr double tolerance = 0.05;  // of an order

/// Largest deviation over the orbits of an energy, for steps with `rule`.
double deviation(const Discretization& rule, const Energy& measured, const Discretization& of,
                 double h) {
  const System s = support::henon_heiles();
  const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2), step = Expr::sym("h");
  Kernel kernel("E", {q, p, step, s.parameter_symbols()}, {measured.expression(s, of, q, p, step)});
  const auto E = [&](const State& state) {
    double value = 0.0;
    kernel({state.q, state.p, h, s.parameter_values()}, {value});
    return value;
  };
  GeneralizedVariational stepper(s, {.discretization = rule, .backend = newton()});
  Step now{.state = {.q = Vector{{0.3, -0.2}}, .p = Vector{{0.1, 0.3}}}}, next;
  const double start = E(now.state);
  double most = 0.0;
  for (long i = 0; i < std::lround(orbits / h); ++i) {
    stepper.advance(now, h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    most = std::max(most, std::abs(E(next.state) - start));
    std::swap(now, next);
  }
  return most;
}

double order(const Discretization& rule, const Energy& measured, const Discretization& of) {
  const auto error = [&](double h) { return deviation(rule, measured, of, h); };
  const support::OrderFit fit = support::observed_order(error, 0.1, 3, 1e-12);
  EXPECT_EQ(fit.points, 4);
  return fit.order;
}

class Hamiltonians : public testing::TestWithParam<Discretization> {};

TEST_P(Hamiltonians, leave_their_start_with_orders_two_and_four) {
  EXPECT_NEAR(order(GetParam(), Energy::continuous, GetParam()), 2.0, tolerance);
  EXPECT_NEAR(order(GetParam(), Energy::numerical, GetParam()), 4.0, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Of, Hamiltonians, testing::Values(midpoint(), verlet()),
                         [](const auto& tested) { return tested.param.name(); });

TEST(HamiltoniansControl, the_numerical_one_of_another_rule_is_no_better_than_H) {
  EXPECT_NEAR(order(verlet(), Energy::numerical, midpoint()), 2.0, tolerance);
  EXPECT_NEAR(order(midpoint(), Energy::numerical, verlet()), 2.0, tolerance);
}

TEST(HamiltoniansControl, an_unsymmetric_rule_leaves_H_with_order_one) {
  EXPECT_NEAR(order(left_point(), Energy::continuous, left_point()), 1.0, tolerance);
}

}  // namespace
}  // namespace ricochet
