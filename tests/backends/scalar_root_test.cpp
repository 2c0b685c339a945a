#include "ricochet/backends/scalar_root.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using testing::HasSubstr;

const Expr x = Expr::sym("x");

/// (x - r)(x - 0.9) for a parameter r.
StepProblem two_roots() {
  StepProblem problem = support::first_root(x, x);
  const Expr r = Expr::sym("r");
  problem.parameters = r;
  problem.equalities = (x - r) * (x - 0.9);
  return problem;
}

TEST(ScalarRoot, takes_the_first_of_several_crossings) {
  ScalarRoot root(two_roots());
  Solution solution;
  for (const double r : {0.2, 0.55, 0.8}) {
    const StepReport report = root.solve(Vector{{r}}, Vector{{0.9}}, {}, solution);
    ASSERT_TRUE(report.ok()) << report.message;
    EXPECT_NEAR(solution.z[0], r, 1e-15) << "not the one at the guess";
  }
}

TEST(ScalarRoot, brackets_a_crossing_and_refines_it) {
  ScalarRoot root(two_roots());
  double low = 0.0, high = 0.0;
  ASSERT_TRUE(root.bracket(Vector{{0.2}}, low, high).ok());
  EXPECT_LE(low, 0.2);
  EXPECT_GE(high, 0.2);
  EXPECT_NEAR(high - low, 1.0 / 256.0, 1e-15);
  long iterations = 0;
  EXPECT_NEAR(root.refine(low, high, high, iterations), 0.2, 1e-15);
  EXPECT_GT(iterations, 0);
  EXPECT_LT(iterations, 10) << "Newton's method, not bisection";
}

TEST(ScalarRoot, stays_in_its_bracket_where_newtons_method_would_leave) {
  ScalarRoot root(support::first_root(x, atan(1e4 * (x - 0.3))));
  Solution solution;
  const StepReport report = root.solve({}, Vector{{0.0}}, {}, solution);
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_NEAR(solution.z[0], 0.3, 1e-14);
}

TEST(ScalarRoot, names_a_crossing_without_slope) {
  ScalarRoot root(support::first_root(x, pow(x - 0.3, 3)));
  Solution solution;
  const StepReport report = root.solve({}, Vector{{0.0}}, {}, solution);
  EXPECT_EQ(report.status, StepStatus::grazing);
  EXPECT_THAT(report.message, HasSubstr("the slope at the root is"));
}

TEST(ScalarRoot, has_clones_of_its_own_parameters) {
  ScalarRoot root(two_roots());
  Solution one, other;
  ASSERT_TRUE(root.solve(Vector{{0.3}}, {}, {}, one).ok());
  const auto clone = root.clone();
  ASSERT_TRUE(clone->solve(Vector{{0.6}}, {}, {}, other).ok());
  EXPECT_NEAR(other.z[0], 0.6, 1e-15);
  ASSERT_TRUE(clone->solve(Vector{{0.3}}, {}, {}, other).ok());
  EXPECT_TRUE(support::same_bits(other.z, one.z));
}

}  // namespace
}  // namespace ricochet
