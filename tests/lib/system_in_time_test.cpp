#include "ricochet/discretization.hpp"
#include "ricochet/measures.hpp"
#include "ricochet/project.hpp"
#include "ricochet/start.hpp"
#include "ricochet/system.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Systems in which something moves by itself: quantities at a time, their rates, space-time.
namespace ricochet {
namespace {

using support::near;

/// A bead on a wire that moves, beside a wall that moves, on a blade that is carried.
System bead() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const Expr speed = Expr::sym("speed");
  return System({.name = "bead",
                 .q = q,
                 .v = v,
                 .t = t,
                 .parameters = {{"speed", speed, 0.5}},
                 .M = diag(Expr({1.0, 3.0})),
                 .V = 0.5 * pow(q(0) - sin(t), 2),
                 .f = {{"wire", q(1) - q(0) * cos(t)}},
                 .g = {{"wall", 4.0 - speed * t - q(0)}},
                 .omega = {{"blade", t * v(0) + v(1) - speed * q(0)}}});
}

const Vector place{{0.7, -0.4}};
constexpr double moment = 1.3, little = 1e-6;  // [s]

TEST(SystemInTime, has_the_quantities_of_its_time) {
  const System s = bead().at(moment);
  EXPECT_NEAR(s.g(place)[0], 4.0 - 0.5 * moment - 0.7, 1e-15);
  EXPECT_NEAR(s.f(place)[0], -0.4 - 0.7 * std::cos(moment), 1e-15);
  EXPECT_NEAR(s.omega(place)(0, 0), moment, 1e-15);
  EXPECT_NEAR(s.H(place, Vector::Zero(2)), 0.5 * std::pow(0.7 - std::sin(moment), 2), 1e-15);
  EXPECT_NEAR(s.with("speed", 1.0).g(place)[0], 4.0 - moment - 0.7, 1e-15);
  EXPECT_EQ(s.parameter_values().size(), s.parameter_symbols().size1());
}

/// g and G of some symbols, of a system that knows the time `moment` and another one [s].
Vector gaps_and_gradients(const System& s, const Expr& symbols, const Expr& other, double later) {
  Kernel rows("rows", {symbols, s.parameter_symbols(), other},
              {s.g(symbols), vec(densify(s.G(symbols)))});
  Vector g(1), G(2), both(3);
  rows({place, s.at(moment).parameter_values(), later}, {g, G});
  both << g, G;
  return both;
}

TEST(SystemInTime, has_the_rows_of_its_own_coordinates_at_any_time) {
  const System s = bead();
  const Expr x = Expr::sym("x", 2), t = Expr::sym("other"), reversed = vertcat(s.q()(1), s.q()(0));
  for (const System& now : {s, s.at(t), s.later(t)})
    EXPECT_EQ(gaps_and_gradients(now, s.q(), t, 1.7), gaps_and_gradients(now, x, t, 1.7));
  EXPECT_NE(gaps_and_gradients(s, s.q(), t, 1.7), gaps_and_gradients(s.at(t), s.q(), t, 1.7))
      << "negative control";
  EXPECT_EQ(gaps_and_gradients(s, reversed, t, 1.7), gaps_and_gradients(s, x, t, 1.7))
      << "in another order these are other symbols";
}

TEST(SystemInTime, has_rates_that_differences_confirm) {
  const System s = bead(), before = s.at(moment - little), after = s.at(moment + little);
  const System now = s.at(moment);
  const double span = 2.0 * little;
  EXPECT_TRUE(near(now.g_rate(place), (after.g(place) - before.g(place)) / span, 1e-8));
  EXPECT_TRUE(near(now.f_rate(place), (after.f(place) - before.f(place)) / span, 1e-8));
  EXPECT_TRUE(near(now.omega_rate(place), Vector{{-0.35}}, 1e-15)) << "the part without v";
}

TEST(SystemInTime, is_the_same_in_space_time) {
  const System s = bead().at(moment), whole = bead().in_space_time();
  ASSERT_EQ(whole.n(), 3);
  EXPECT_TRUE(whole.has_clock() && !whole.rheonomic());
  const Vector x{{place[0], place[1], moment}}, v{{0.2, -0.3, 1.0}};
  const Vector u = v.head(2);
  EXPECT_TRUE(near(whole.g(x), s.g(place), 1e-15));
  EXPECT_TRUE(
      near(whole.G(x).transpose() * v, s.G(place).transpose() * u + s.g_rate(place), 1e-15));
  EXPECT_TRUE(
      near(whole.F(x).transpose() * v, s.F(place).transpose() * u + s.f_rate(place), 1e-15));
  EXPECT_TRUE(near(whole.omega(x) * v, s.omega(place) * u + s.omega_rate(place), 1e-15));
  EXPECT_EQ(whole.L(x, v), s.L(place, u));
}

TEST(SystemInTime, does_not_change_where_nothing_moves) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  const System s({.name = "still",
                  .q = q,
                  .t = t,
                  .M = Expr::eye(1),
                  .V = q(0),
                  .forces = {{"wind", Expr(sin(t))}}});
  EXPECT_FALSE(s.rheonomic()) << "forces may depend on the time anyway";
  EXPECT_EQ(s.in_space_time().n(), 1);
  EXPECT_EQ(s.parameter_symbols().size1(), 0);
}

/// Numbers of an expression of t and h.
double at(const Expr& e, const Expr& t, const Expr& h, double t0, double step) {
  double result = 0.0;
  Kernel("e", {t, h}, {e})({t0, step}, {result});
  return result;
}

TEST(SystemInTime, gives_rules_the_times_of_their_points) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t"), h = Expr::sym("h");
  const System s({.name = "clock", .q = q, .t = t, .M = Expr::eye(1), .V = -t});
  const Expr q0 = 0.3, q1 = 0.3;
  const auto action = [&](const Discretization& rule) {
    return at(rule.Ld(s, q0, q1, h), s.specification().t, h, 2.0, 0.5);
  };
  EXPECT_NEAR(action(left_point()), 0.5 * 2.0, 1e-15);
  EXPECT_NEAR(action(midpoint()), 0.5 * 2.25, 1e-15);
  EXPECT_NEAR(action(verlet()), 0.25 * (2.0 + 2.5), 1e-15);
  EXPECT_NEAR(action(gamma_rule(0.25)), 0.5 * (2.0 + 0.75 * 0.5), 1e-15);
}

TEST(SystemInTime, is_measured_at_the_time_of_the_state) {
  Measures measures(bead());
  const State state{.t = moment, .q = place, .p = Vector::Zero(2)};
  EXPECT_NEAR(measures.gaps(state)[0], 4.0 - 0.5 * moment - 0.7, 1e-15);
  EXPECT_NEAR(measures.equality_error(state), std::abs(-0.4 - 0.7 * std::cos(moment)), 1e-15);
}

TEST(SystemInTime, is_projected_to_what_moves) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  const System s({.name = "carried",
                  .q = q,
                  .t = t,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .f = {{"rail", q(0) - 2.0 * t}},
                  .g = {{"floor", q(1) - t}}});
  const State off{.t = 1.0, .q = Vector{{1.5, 0.5}}, .p = Vector{{0.0, 0.5}}};
  EXPECT_FALSE(violations(s, off, 0.1).empty());
  const State on = project(s, off);
  EXPECT_TRUE(violations(s, on, 0.1).empty());
  EXPECT_TRUE(near(on.q, Vector{{2.0, 1.0}}, 1e-14));
  EXPECT_NEAR(on.p[0], 2.0, 1e-14);
  EXPECT_NEAR(on.p[1], 0.5, 1e-14) << "an approach is left to an impact";
}

}  // namespace
}  // namespace ricochet
