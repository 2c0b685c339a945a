#include "ricochet/step_solver.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

StepReport report_of(StepStatus status, const std::string& message, long iterations) {
  return {.status = status, .message = message, .statistics = {.newton_iterations = iterations}};
}

TEST(StepReport, keeps_the_first_failure_of_its_parts) {
  StepReport all;
  all.merge(report_of(StepStatus::converged, "", 2));
  EXPECT_TRUE(all.ok());
  all.merge(report_of(StepStatus::singular, "first", 3));
  all.merge(report_of(StepStatus::not_finite, "second", 4));
  all.merge(report_of(StepStatus::converged, "", 5));
  EXPECT_EQ(all.status, StepStatus::singular);
  EXPECT_EQ(all.message, "first");
  EXPECT_EQ(all.statistics.newton_iterations, 14) << "counts are those of all parts";
}

TEST(StepReport, that_never_ran_is_not_ok) { EXPECT_FALSE(StepReport().ok()); }

TEST(Backend, says_why_it_cannot_take_a_problem) {
  const Expr x = Expr::sym("x");
  const Backend picky(
      "picky", [](const StepProblem&) { return std::unique_ptr<StepSolver>(); },
      [](const StepProblem& p) { return p.kind == Kind::scalar_root ? "it is a root" : ""; });
  EXPECT_EQ(picky.why_not(support::one_equation(x, x)), "");
  EXPECT_NO_THROW((void)picky.prepare(support::one_equation(x, x)));
  support::expect_message([&] { (void)picky.prepare(support::first_root(x, x)); },
                          {"Backend 'picky'", "'first root'", "it is a root"});
  EXPECT_FALSE(picky.direct());
}

}  // namespace
}  // namespace ricochet
