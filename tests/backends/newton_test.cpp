#include "ricochet/backends/newton.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

const Expr x = Expr::sym("x");

TEST(Newton, needs_nothing_but_its_search_near_the_answer) {
  const auto [report, solution] = support::solve(newton(), support::bead_on_parabola(),
                                                 Vector{{1.0, -1.0}}, Vector{{1.0, -1.0, 0.0}});
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(support::near(solution.z, Vector{{1.0, 0.1, 1.1}}, 1e-14));
  EXPECT_EQ(report.statistics.fallbacks, 0);
  EXPECT_EQ(report.statistics.set_changes, 0);
  EXPECT_LE(report.statistics.newton_iterations, 3);
  EXPECT_EQ(report.statistics.ipopt_solves, 0);
}

TEST(Newton, falls_back_on_the_merit_far_from_the_answer) {
  const auto [report, solution] =
      support::solve(newton(), support::one_equation(x, atan(x)), {}, Vector{{3.0}});
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_NEAR(solution.z[0], 0.0, 1e-14);
  EXPECT_EQ(report.statistics.fallbacks, 1);
}

TEST(Newton, says_what_it_misses) {
  const StepReport report =
      support::solve(newton(), support::one_equation(x, x * x + 1.0), {}, Vector{{0.3}}).report;
  EXPECT_EQ(report.status, StepStatus::singular);
  EXPECT_TRUE(report.message.starts_with("the equations of 'one equation' are missed by "))
      << report.message;
}

TEST(Newton, solves_parts_of_a_step_by_itself) { EXPECT_TRUE(newton().direct()); }

}  // namespace
}  // namespace ricochet
