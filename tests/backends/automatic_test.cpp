#include "ricochet/backends/automatic.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Automatic, gives_the_bits_of_newton_and_never_starts_ipopt) {
  const StepProblem bead = support::bead_on_parabola();
  const Vector target{{1.3, -0.7}}, guess{{1.3, -0.7, 0.0}};
  const auto [report, solution] = support::solve(automatic(), bead, target, guess);
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_EQ(report.statistics.ipopt_solves, 0);
  EXPECT_EQ(report.statistics.fallbacks, 0);
  EXPECT_TRUE(
      support::same_bits(solution.z, support::solve(newton(), bead, target, guess).solution.z));
}

TEST(Automatic, asks_ipopt_where_newton_fails_and_counts_the_work_of_both) {
  const Expr x = Expr::sym("x");
  const StepProblem rootless = support::one_equation(x, x * x + 1.0);
  const StepReport alone = support::solve(newton(), rootless, {}, Vector{{0.3}}).report;
  const StepReport both = support::solve(automatic(), rootless, {}, Vector{{0.3}}).report;
  EXPECT_FALSE(both.ok());
  EXPECT_GE(both.statistics.ipopt_solves, 1);
  EXPECT_GT(both.statistics.fallbacks, alone.statistics.fallbacks);
  EXPECT_GE(both.statistics.newton_iterations, alone.statistics.newton_iterations);
}

}  // namespace
}  // namespace ricochet
