#include "ricochet/registry.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "support/order.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

/// Law: along a smooth motion H leaves its start by O(h^2), the numerical Hamiltonian of the rule
/// by O(h^4): several coordinates, unequal masses, and the stepper itself.

namespace ricochet {
namespace {

constexpr double tolerance = 0.05;  // of an order

/// The backend, and how long and how fine the motion is.
struct Effort {
  std::string backend = "newton";
  double duration = 20.0;  ///< [s]; an orbit takes about 7
  int halvings = 3;        ///< of h = 0.1
};

/// Largest deviation of an energy over the motion, for steps with `rule`.
double deviation(const Discretization& rule, const Energy& measured, const Discretization& of,
                 double h, const Effort& effort) {
  const System s = support::henon_heiles();
  const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2), step = Expr::sym("h");
  Kernel kernel("E", {q, p, step, s.parameter_symbols()}, {measured.expression(s, of, q, p, step)});
  const auto E = [&](const State& state) {
    double value = 0.0;
    kernel({state.q, state.p, h, s.parameter_values()}, {value});
    return value;
  };
  GeneralizedVariational stepper(s,
                                 {.discretization = rule, .backend = make_backend(effort.backend)});
  Step now{.state = {.q = Vector{{0.3, -0.2}}, .p = Vector{{0.1, 0.3}}}}, next;
  const double start = E(now.state);
  double most = 0.0;
  for (long i = 0; i < std::lround(effort.duration / h); ++i) {
    stepper.advance(now, h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    most = std::max(most, std::abs(E(next.state) - start));
    std::swap(now, next);
  }
  return most;
}

double order(const Discretization& rule, const Energy& measured, const Discretization& of,
             const Effort& effort = {}) {
  const auto error = [&](double h) { return deviation(rule, measured, of, h, effort); };
  const support::OrderFit fit = support::observed_order(error, 0.1, effort.halvings, 1e-12);
  EXPECT_EQ(fit.points, effort.halvings + 1);
  return fit.order;
}

class Hamiltonians : public testing::TestWithParam<std::tuple<Discretization, Effort>> {};

TEST_P(Hamiltonians, leave_their_start_with_orders_two_and_four) {
  const auto& [rule, effort] = GetParam();
  EXPECT_NEAR(order(rule, Energy::continuous, rule, effort), 2.0, tolerance);
  EXPECT_NEAR(order(rule, Energy::numerical, rule, effort), 4.0, tolerance);
}

INSTANTIATE_TEST_SUITE_P(Of, Hamiltonians,
                         testing::Combine(testing::Values(midpoint(), verlet()),
                                          testing::Values(Effort{}, Effort{"ipopt", 7.0, 2})),
                         [](const auto& tested) {
                           return std::get<0>(tested.param).name() + "_with_" +
                                  std::get<1>(tested.param).backend;
                         });

TEST(HamiltoniansControl, the_numerical_one_of_another_rule_is_no_better_than_H) {
  EXPECT_NEAR(order(verlet(), Energy::numerical, midpoint()), 2.0, tolerance);
  EXPECT_NEAR(order(midpoint(), Energy::numerical, verlet()), 2.0, tolerance);
}

TEST(HamiltoniansControl, an_unsymmetric_rule_leaves_H_with_order_one) {
  EXPECT_NEAR(order(left_point(), Energy::continuous, left_point()), 1.0, tolerance);
}

}  // namespace
}  // namespace ricochet
