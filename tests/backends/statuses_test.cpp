#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

/// Each way a step problem can end, provoked and named, by both backends.
namespace ricochet {
namespace {

using support::numbers, support::solve;
using testing::HasSubstr;

constexpr double exact = 1e-11;  // of the length 1: the certificate's limit

class EveryBackend : public testing::TestWithParam<Backend> {
 protected:
  static StepStatus end(const StepProblem& problem, const Vector& parameters, const Vector& guess) {
    return solve(GetParam(), problem, parameters, guess).report.status;
  }
};

INSTANTIATE_TEST_SUITE_P(Statuses, EveryBackend,
                         testing::Values(ipopt(), newton(), automatic(), audit()),
                         [](const auto& tested) { return tested.param.name(); });

TEST_P(EveryBackend, lifts_a_bead_onto_the_surface) {
  const auto [report, solution] =
      solve(GetParam(), support::bead_on_parabola(), numbers({1.0, -1.0}), numbers({1, -1, 0}));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(support::near(solution.z, numbers({1.0, 0.1, 1.1}), exact));
  EXPECT_EQ(solution.active[0], 1);
  EXPECT_EQ(solution.weak[0], 0);
}

TEST_P(EveryBackend, lets_a_bead_fly) {
  const auto [report, solution] =
      solve(GetParam(), support::bead_on_parabola(), numbers({1.0, 1.0}), numbers({1, 1, 0}));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(support::near(solution.z, numbers({1.0, 1.0, 0.0}), exact));
  EXPECT_EQ(solution.active[0], 0);
}

TEST_P(EveryBackend, flags_a_pair_that_touches_without_pushing) {
  const auto [report, solution] =
      solve(GetParam(), support::bead_on_parabola(), numbers({1.0, 0.1}), numbers({1, 0.1, 0}));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_EQ(solution.weak[0], 1);
  EXPECT_EQ(solution.active[0], 1) << "weak pairs are kept as active";
}

TEST_P(EveryBackend, separates_from_two_normals) {
  const auto [report, solution] =
      solve(GetParam(), support::separation_of_two(), numbers({1, 0, 0, 1}), Vector::Zero(4));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(support::near(solution.z, numbers({1, 1, 1, 1}), exact));
}

TEST_P(EveryBackend, names_a_cone_without_interior) {
  EXPECT_EQ(end(support::separation_of_two(), numbers({1, 0, -1, 0}), Vector::Zero(4)),
            StepStatus::no_admissible_impulse);
  StepProblem unnamed = support::separation_of_two();
  unnamed.when_infeasible = StepStatus::infeasible;
  EXPECT_EQ(end(unnamed, numbers({1, 0, -1, 0}), Vector::Zero(4)), StepStatus::infeasible);
}

TEST_P(EveryBackend, takes_a_nonlinear_program) {
  const Expr x = Expr::sym("x", 2);
  const StepProblem p{
      .kind = Kind::nlp,
      .unknowns = x,
      .objective = 0.5 * ((x(0) - 2.0) * (x(0) - 2.0) + (x(1) - 1.0) * (x(1) - 1.0)),
      .inequalities = 1.0 - dot(x, x)};
  const auto [report, solution] = solve(GetParam(), p, {}, numbers({0.5, 0.5, 0.0}));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(support::near(solution.z.head(2), numbers({2.0, 1.0}) / std::sqrt(5.0), exact));
}

TEST_P(EveryBackend, takes_a_projection_and_names_a_contradiction) {
  const Expr x = Expr::sym("x", 2), a = Expr::sym("a");
  const StepProblem p{.kind = Kind::linear_projection,
                      .unknowns = x,
                      .parameters = a,
                      .equalities = vertcat(x(0) + x(1) - 3.0, a * x(0) + x(1) - 1.0)};
  const auto [report, solution] = solve(GetParam(), p, numbers({-1.0}), Vector::Zero(2));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(support::near(solution.z, numbers({1.0, 2.0}), exact));
  EXPECT_EQ(end(p, numbers({1.0}), Vector::Zero(2)), StepStatus::singular);
}

TEST_P(EveryBackend, takes_a_square_system_and_names_one_without_root) {
  const Expr x = Expr::sym("x");
  const auto [report, solution] =
      solve(GetParam(), support::one_equation(x, x * x - 2.0), {}, numbers({1.0}));
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_NEAR(solution.z[0], std::sqrt(2.0), exact);
  EXPECT_EQ(end(support::one_equation(x, x * x + 1.0), {}, numbers({0.3})), StepStatus::singular);
}

TEST_P(EveryBackend, names_what_is_not_finite) {
  const Expr x = Expr::sym("x");
  const auto [report, solution] =
      solve(GetParam(), support::one_equation(x, sqrt(x) - 2.0), {}, numbers({-1.0}));
  EXPECT_EQ(report.status, StepStatus::not_finite);
  if (GetParam().name() != "audit") {
    EXPECT_EQ(report.message, "row 0 in 'one equation'");
  }
}

TEST_P(EveryBackend, pulls_a_step_back_that_leaves_the_domain) {
  const Expr x = Expr::sym("x");
  const auto [report, solution] =
      solve(GetParam(), support::one_equation(x, log(x) + 1.0), {}, numbers({3.0}));
  ASSERT_TRUE(report.ok()) << to_string(report.status) << ' ' << report.message;
  EXPECT_NEAR(solution.z[0], std::exp(-1.0), exact);
}

TEST_P(EveryBackend, suspects_another_branch_far_from_the_guess) {
  const Expr x = Expr::sym("x");
  EXPECT_EQ(end(support::one_equation(x, log(x) - 3.0, Meaning::position), {}, numbers({1.0})),
            StepStatus::branch_suspect);
}

TEST_P(EveryBackend, names_the_ends_of_a_root_search) {
  const Expr x = Expr::sym("x");
  const Vector guess = numbers({0.5});
  const auto [report, solution] =
      solve(GetParam(), support::first_root(x, x * x - 0.25), {}, guess);
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_NEAR(solution.z[0], 0.5, exact);
  EXPECT_EQ(end(support::first_root(x, x + 1.0), {}, guess), StepStatus::no_admissible_root);
  EXPECT_EQ(end(support::first_root(x, (x - 0.3) * (x - 0.3)), {}, guess), StepStatus::grazing);
  EXPECT_EQ(end(support::first_root(x, sin(50.0 * x + 1.0), 10), {}, guess),
            StepStatus::too_many_events);
  EXPECT_EQ(end(support::first_root(x, sqrt(x - 2.0)), {}, guess), StepStatus::not_finite);
}

TEST_P(EveryBackend, says_where_a_root_search_ended) {
  const Expr x = Expr::sym("x");
  const auto message = [](const StepProblem& problem) {
    return solve(GetParam(), problem, {}, numbers({0.5})).report.message;
  };
  EXPECT_THAT(message(support::first_root(x, x + 1.0)),
              HasSubstr("no change of sign in [0, 1]; the value nearest to 0 is 1, at 0"));
  EXPECT_THAT(message(support::first_root(x, (x - 0.3) * (x - 0.3))),
              HasSubstr("no change of sign in [0, 1]"));
  EXPECT_THAT(message(support::first_root(x, sin(50.0 * x + 1.0), 10)),
              HasSubstr("16 changes of sign in [0, 1], at most 10 are allowed"));
  EXPECT_THAT(message(support::first_root(x, sqrt(0.5 - x))), HasSubstr("row 0 at 0.50"));
}

TEST_P(EveryBackend, misses_the_certificate_when_rows_are_too_rough) {
  const Expr x = Expr::sym("x");
  // The row is a staircase of height 1e-10 around its root: Newton stops within one tread.
  const StepProblem p = support::first_root(x, floor((x - 0.3) * 1e10) * 1e-10 + 0.5e-10);
  EXPECT_EQ(end(p, {}, numbers({0.5})), StepStatus::grazing) << "no slope on a tread";
  const StepProblem steep = support::first_root(x, 1e8 * (sin(3.0 * x) - 0.7 + 0.1 * x * x));
  EXPECT_EQ(end(steep, {}, numbers({0.5})), StepStatus::certificate_missed);
}

}  // namespace
}  // namespace ricochet
