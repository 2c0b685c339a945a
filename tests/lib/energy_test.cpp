#include "ricochet/energy.hpp"

#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::expect_message;

constexpr double h = 0.1;  // [s]

double value_at(const Energy& energy, const Discretization& d, double q0, double p0) {
  const System s = support::anharmonic();
  const Expr q = Expr::sym("q"), p = Expr::sym("p"), step = Expr::sym("h");
  Kernel kernel("E", {q, p, step, s.parameter_symbols()}, {energy.expression(s, d, q, p, step)});
  double value = 0.0;
  kernel({q0, p0, h, s.parameter_values()}, {value});
  return value;
}

TEST(Energy, continuous_is_H) {
  EXPECT_EQ(Energy::continuous.name(), "continuous");
  for (const Discretization& d : {midpoint(), left_point()})
    EXPECT_NEAR(value_at(Energy::continuous, d, 1.0, 2.0), 2.0 + 0.5 + 0.25, 1e-15);
}

TEST(Energy, numerical_is_the_modified_Hamiltonian_of_the_discretization) {
  // V' = q + q^3 = 2 and V'' = 1 + 3 q^2 = 4 at q = 1; v = p = 2
  const double H = 2.75, force = 2.0 * 2.0, curvature = 4.0 * 2.0 * 2.0;
  EXPECT_EQ(Energy::numerical.name(), "numerical");
  EXPECT_NEAR(value_at(Energy::numerical, midpoint(), 1.0, 2.0),
              H - h * h / 24.0 * (curvature + force), 1e-14);
  EXPECT_NEAR(value_at(Energy::numerical, verlet(), 1.0, 2.0),
              H + h * h * (curvature / 12.0 - force / 24.0), 1e-14);
}

TEST(Energy, numerical_needs_a_discretization_that_declares_it) {
  expect_message([] { (void)value_at(Energy::numerical, left_point(), 1.0, 1.0); },
                 {"Energy::numerical", "discretization 'left'", "use midpoint or verlet"});
}

TEST(Energy, shadow_of_order_two_is_the_numerical_one) {
  EXPECT_EQ(Energy::shadow(4).name(), "shadow:4");
  for (const Discretization& d : {midpoint(), verlet()})
    EXPECT_NEAR(value_at(Energy::shadow(2), d, 1.0, 2.0), value_at(Energy::numerical, d, 1.0, 2.0),
                1e-14);
}

TEST(Energy, shadow_refuses_what_has_no_closed_form) {
  for (const int order : {0, 3, 10})
    expect_message([&] { (void)Energy::shadow(order); }, {"Energy::shadow", "2, 4, 6 or 8"});
  expect_message([] { (void)value_at(Energy::shadow(4), left_point(), 1.0, 1.0); },
                 {"Energy::shadow", "discretization 'left'", "use midpoint or verlet"});
  EXPECT_THAT(Energy::no_shadow(support::polar(), verlet()),
              testing::HasSubstr("constant mass matrix"));
  EXPECT_THAT(Energy::no_shadow(support::driven_ball(1.0), verlet()), testing::HasSubstr("forces"));
  EXPECT_EQ(Energy::no_shadow(support::anharmonic(), verlet()), "");
}

TEST(Energy, of_virtual_steps_needs_a_symmetric_rule) {
  EXPECT_EQ(Energy::no_virtual_shadow(support::polar(), midpoint()), "");
  EXPECT_THAT(Energy::no_virtual_shadow(support::anharmonic(), left_point()),
              testing::HasSubstr("not symmetric"));
}

TEST(Energy, of_a_user_is_evaluated_in_other_symbols) {
  const Expr x = Expr::sym("x"), y = Expr::sym("y");
  const Energy mine = Energy::of(x, y, x * x + 3.0 * y);
  EXPECT_EQ(mine.name(), "user");
  EXPECT_DOUBLE_EQ(value_at(mine, left_point(), 2.0, 5.0), 19.0);
}

TEST(Energy, of_a_user_is_never_mistaken_for_H) {
  const Expr x = Expr::sym("x"), y = Expr::sym("y");
  EXPECT_EQ(value_at(Energy::of(x, y, 0.0), midpoint(), 2.0, 5.0), 0.0);
}

TEST(Energy, of_a_user_must_be_scalar) {
  const Expr x = Expr::sym("x", 2);
  expect_message([&] { (void)Energy::of(x, x, x); }, {"Energy::of", "E(q, p)", "scalar"});
}

}  // namespace
}  // namespace ricochet
