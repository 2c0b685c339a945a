#include "ricochet/discretization.hpp"

#include "ricochet/steppers/smooth_contact.hpp"
#include "support/discrete_flow.hpp"
#include "support/finite_differences.hpp"
#include "support/matchers.hpp"
#include "support/order.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;

/// A user's own rule: Simpson's quadrature at constant velocity.
Discretization simpson() {
  return {"simpson", 2, true, [](const System& s, const Expr& q0, const Expr& q1, const Expr& h) {
            const Expr v = (q1 - q0) / h;
            return Expr(h / 6.0 * (s.L(q0, v) + 4.0 * s.L(0.5 * (q0 + q1), v) + s.L(q1, v)));
          }};
}

std::vector<Discretization> every_rule() {
  return {midpoint(), verlet(), left_point(), gamma_rule(0.25), gamma_rule(0.0), simpson()};
}

std::string rule_name(const testing::TestParamInfo<Discretization>& tested) {
  return support::test_name(tested.param.name());
}

class Rule : public testing::TestWithParam<Discretization> {
 protected:
  /// The rule's expression with numbers for (q0, q1, h).
  using Member = Expr (Discretization::*)(const System&, const Expr&, const Expr&,
                                          const Expr&) const;
  static Kernel compiled(const System& s, Member member) {
    const Expr q0 = Expr::sym("q0", s.n()), q1 = Expr::sym("q1", s.n()), h = Expr::sym("h");
    return {
        "rule", {vertcat(q0, q1, h), s.parameter_symbols()}, {(GetParam().*member)(s, q0, q1, h)}};
  }

  static Matrix evaluate(const System& s, Member member, const Vector& point) {
    Kernel kernel = compiled(s, member);
    Matrix out(kernel.sparsity_out(0).size1(), kernel.sparsity_out(0).size2());
    kernel({point, s.parameter_values()}, {out});
    return out;
  }

  static Matrix differences(const System& s, Member member, const Vector& point) {
    Kernel kernel = compiled(s, member);
    return support::central_differences(
        [&](const Vector& x) {
          Vector out(kernel.sparsity_out(0).numel());
          kernel({x, s.parameter_values()}, {out});
          return out;
        },
        point);
  }

  /// (q0, q1, h) of a moderate step near (1.2, 0.3, ...).
  static Vector point(const System& s, unsigned seed) {
    Vector x = support::random_vector(2 * s.n() + 1, seed, 0.3);
    x[0] += 1.2;
    x[s.n()] += 1.2;
    x[2 * s.n()] = 0.4 + 0.1 * x[2 * s.n()];
    return x;
  }
};

TEST_P(Rule, has_derivatives_that_agree_with_differences) {
  for (const System& s : {support::henon_heiles(), support::polar(), support::anharmonic()})
    for (unsigned seed = 0; seed < 3; ++seed) {
      const Vector at = point(s, seed);
      const Index n = s.n();
      const Matrix dLd = differences(s, &Discretization::Ld, at);
      const double tolerance = support::difference_tolerance;
      EXPECT_TRUE(
          near(evaluate(s, &Discretization::D1Ld, at), dLd.leftCols(n).transpose(), tolerance));
      EXPECT_TRUE(near(evaluate(s, &Discretization::D2Ld, at), dLd.middleCols(n, n).transpose(),
                       tolerance));
      EXPECT_TRUE(near(evaluate(s, &Discretization::Ed, at), -dLd.rightCols(1), tolerance));
      EXPECT_TRUE(near(evaluate(s, &Discretization::D2D1Ld, at),
                       differences(s, &Discretization::D1Ld, at).middleCols(n, n), tolerance));
    }
}

TEST_P(Rule, has_the_same_derivatives_at_constant_velocity) {
  const System s = support::polar();
  const Index n = s.n();
  const Expr q0 = Expr::sym("q0", n), v = Expr::sym("v", n), h = Expr::sym("h");
  const Expr q1 = q0 + h * v;
  const Discretization& d = GetParam();
  Kernel mismatch("mismatch", {vertcat(q0, v, h), s.parameter_symbols()},
                  {vertcat(d.D1Ld_mean(s, q0, v, h) - d.D1Ld(s, q0, q1, h),
                           d.D2Ld_mean(s, q0, v, h) - d.D2Ld(s, q0, q1, h),
                           d.Ed_mean(s, q0, v, h) - d.Ed(s, q0, q1, h),
                           h * d.mean(s, q0, v, h) - d.Ld(s, q0, q1, h))});
  for (unsigned seed = 0; seed < 3; ++seed) {
    Vector difference(2 * n + 2);
    mismatch({point(s, seed), s.parameter_values()}, {difference});
    EXPECT_TRUE(near(difference, Vector::Zero(2 * n + 2), 1e-12));
  }
}

TEST_P(Rule, has_an_adjoint_that_undoes_it) {
  const System s = support::henon_heiles();
  const Discretization back = GetParam().adjoint();
  const Expr q0 = Expr::sym("q0", 2), v = Expr::sym("v", 2), h = Expr::sym("h");
  // D1 and D2 change places: -p1 = D1 L_d*(q1, q0) says the same as p1 = D2 L_d(q0, q1).
  Kernel mismatch("mismatch", {vertcat(q0, v, h)},
                  {vertcat(back.D1Ld_mean(s, q0 + h * v, -v, h) - GetParam().D2Ld_mean(s, q0, v, h),
                           back.D2Ld_mean(s, q0 + h * v, -v, h) - GetParam().D1Ld_mean(s, q0, v, h),
                           back.Ed_mean(s, q0 + h * v, -v, h) - GetParam().Ed_mean(s, q0, v, h))});
  for (unsigned seed = 0; seed < 3; ++seed) {
    Vector difference(5);
    mismatch({point(s, seed)}, {difference});
    EXPECT_TRUE(near(difference, Vector::Zero(5), 1e-12));
  }
}

TEST_P(Rule, keeps_its_digits_in_tiny_steps_at_constant_velocity) {
  if (GetParam().name() == "simpson") return;  // a rule that declares no nodes loses them
  const System s = support::anharmonic();
  const Expr q = Expr::sym("q"), v = Expr::sym("v"), h = Expr::sym("h");
  Kernel momentum("momentum", {q, v, h, s.parameter_symbols()},
                  {GetParam().D2Ld_mean(s, q, v, h), GetParam().Ed_mean(s, q, v, h)});
  double p[2] = {}, E[2] = {};
  momentum({1.0, 0.5, 0.0, s.parameter_values()}, {p[0], E[0]});
  momentum({1.0, 0.5, 1e-13, s.parameter_values()}, {p[1], E[1]});
  EXPECT_NEAR(p[1], p[0], 1e-12);
  EXPECT_NEAR(E[1], E[0], 1e-12);
}

TEST_P(Rule, has_the_declared_order) {
  const System s = support::henon_heiles();
  const State start{.q = Vector{{0.3, -0.2}}, .p = Vector{{0.1, 0.3}}};
  constexpr double duration = 2.0;
  const State end = support::exact_motion(s, start, duration, 4000);
  support::DiscreteFlow flow(s, GetParam());
  const auto error = [&](double h) {
    State state = start;
    for (long i = 0; i < std::lround(duration / h); ++i) flow.advance(state, h);
    return (state.q - end.q).norm() + (state.p - end.p).norm();
  };
  const support::OrderFit fit = support::observed_order(error, 1.0 / 16.0, 4);
  EXPECT_EQ(fit.points, 5);
  EXPECT_NEAR(fit.order, GetParam().order(), 0.2);
}

TEST_P(Rule, declares_a_potential_only_of_the_position_equation) {
  const System s = support::henon_heiles();
  const Expr q0 = Expr::sym("q0", 2), q1 = Expr::sym("q1", 2), h = Expr::sym("h");
  const Expr potential = GetParam().potential(s, q0, q1, h);
  if (!given(potential)) {
    EXPECT_EQ(GetParam().name(), "simpson") << "every rule of the library has a potential";
    return;
  }
  Kernel mismatch("mismatch", {vertcat(q0, q1, h)},
                  {gradient(potential, q1) + GetParam().D1Ld(s, q0, q1, h)});
  for (unsigned seed = 0; seed < 5; ++seed) {
    Vector difference(2);
    mismatch({point(s, seed)}, {difference});
    EXPECT_TRUE(near(difference, Vector::Zero(2), 1e-13));
  }
}

TEST_P(Rule, declares_no_potential_for_a_general_Lagrangian) {
  const Expr q0 = Expr::sym("q0", 2), q1 = Expr::sym("q1", 2);
  EXPECT_FALSE(given(GetParam().potential(support::polar(), q0, q1, 0.1)));
}

INSTANTIATE_TEST_SUITE_P(Of, Rule, testing::ValuesIn(every_rule()), rule_name);

/// Largest deviation from the start of H (numerical: of the numerical Hamiltonian) over a run.
double deviation(const Discretization& rule, double h, bool numerical) {
  const System s = support::anharmonic();
  const Expr q = Expr::sym("q"), p = Expr::sym("p"), step = Expr::sym("h");
  Kernel energy("E", {q, p, step, s.parameter_symbols()},
                {numerical ? rule.numerical_hamiltonian(s, q, p, step) : s.H(q, p)});
  const auto E = [&](const State& state) {
    double value = 0.0;
    energy({state.q, state.p, h, s.parameter_values()}, {value});
    return value;
  };
  support::DiscreteFlow flow(s, rule);
  State state{.q = Vector{{1.0}}, .p = Vector{{0.5}}};
  const double start = E(state);
  double most = 0.0;
  for (long i = 0; i < std::lround(12.0 / h); ++i) {
    flow.advance(state, h);
    most = std::max(most, std::abs(E(state) - start));
  }
  return most;
}

class NumericalHamiltonian : public testing::TestWithParam<Discretization> {};

TEST_P(NumericalHamiltonian, is_conserved_to_fourth_order_where_H_is_to_second) {
  const auto order = [](bool numerical) {
    return support::observed_order([=](double h) { return deviation(GetParam(), h, numerical); },
                                   0.2, 3);
  };
  const support::OrderFit modified = order(true), plain = order(false);
  EXPECT_EQ(modified.points, 4);
  EXPECT_NEAR(modified.order, 4.0, 0.3);
  EXPECT_NEAR(plain.order, 2.0, 0.3);
}

INSTANTIATE_TEST_SUITE_P(Of, NumericalHamiltonian, testing::Values(midpoint(), verlet()),
                         rule_name);

TEST(NumericalHamiltonian, is_declared_by_symmetric_rules_only) {
  const System s = support::anharmonic();
  for (const Discretization& rule : {left_point(), gamma_rule(0.25), simpson()})
    EXPECT_FALSE(given(rule.numerical_hamiltonian(s, 1.0, 1.0, 0.1))) << rule.name();
}

TEST(NumericalHamiltonian, needs_a_separable_system) {
  const Expr x = Expr::sym("x", 2);
  expect_message([&] { (void)midpoint().numerical_hamiltonian(support::polar(), x, x, 0.1); },
                 {"System 'polar'", "need a separable system", ".M and .V"});
}

TEST(Discretization, tells_name_order_and_symmetry) {
  EXPECT_EQ(midpoint().name(), "midpoint");
  EXPECT_EQ(gamma_rule(0.25).name(), "gamma:0.25");
  EXPECT_TRUE(gamma_rule(0.5).symmetric());
  EXPECT_EQ(gamma_rule(0.5).order(), 2);
  EXPECT_FALSE(left_point().symmetric());
}

TEST(Discretization, without_name_order_or_rule_is_refused) {
  const Discretization::Rule rule = [](const System&, const Expr&, const Expr&, const Expr& h) {
    return h;
  };
  expect_message([&] { Discretization("", 1, false, rule); }, {"Discretization ''", "a name"});
  expect_message([&] { Discretization("mine", 0, false, rule); },
                 {"Discretization 'mine'", "an order >= 1"});
  expect_message([&] { Discretization("mine", 1, false, {}); },
                 {"Discretization 'mine'", "a rule L_d(s, q0, q1, h)"});
}

TEST(GammaRule, refuses_a_weight_outside_zero_to_one) {
  expect_message([] { (void)gamma_rule(-0.1); }, {"gamma must be in [0, 1]", "not -0.1"});
  expect_message([] { (void)gamma_rule(1.5); }, {"gamma must be in [0, 1]", "not 1.5"});
  expect_message([] { (void)gamma_rule(std::nan("")); }, {"gamma must be in [0, 1]", "nan"});
}

TEST(DeclaredPotential, is_verified_when_used) {
  Discretization wrong = verlet();
  wrong.with_potential([](const System& s, const Expr& q0, const Expr& q1, const Expr& h) {
    return Expr(verlet().potential(s, q0, q1, h) + 0.01 * h * q1(0));
  });
  const System s = support::henon_heiles();
  expect_message([&] { (void)position_problem(s, wrong); },
                 {"Discretization 'verlet'", "potential P must satisfy dP/dq1 = -D1 L_d"});
  EXPECT_NO_THROW((void)position_problem(s, verlet()));
}

TEST(ObservedOrder, notices_a_wrong_order) {
  const auto third = [](double h) { return 0.7 * h * h * h; };
  EXPECT_NEAR(support::observed_order(third, 0.1, 4).order, 3.0, 1e-9);
  EXPECT_TRUE(
      std::isnan(support::observed_order([](double) { return std::nan(""); }, 0.1, 4).order));
  EXPECT_EQ(support::observed_order(third, 5e-4, 4).points, 2) << "the rest is round-off";
}

}  // namespace
}  // namespace ricochet
