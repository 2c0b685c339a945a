#include "ricochet/backends/globalize.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

const Expr x = Expr::sym("x");

/// A bead at x >= 1 and x <= last, pulled to 0; the parameter is `last`.
StepProblem between() {
  const Expr z = Expr::sym("z", 3), last = Expr::sym("last");
  return {.name = "between",
          .kind = Kind::complementarity,
          .unknowns = {{"x", z(0), Meaning::position}, {"lambda", vertcat(z(1), z(2))}},
          .parameters = last,
          .equalities = {{"dynamics", z(0) - z(1) + z(2), Meaning::dynamics}},
          .complement_a = vertcat(z(1), z(2)),
          .complement_b = vertcat(z(0) - 1.0, last - z(0))};
}

TEST(Globalize, finds_a_root_that_newtons_method_misses) {
  Crossover crossover(support::one_equation(x, atan(x)));
  const Vector far{{3.0}};
  ActiveFlags active;
  SolverStatistics statistics;
  ASSERT_NE(crossover.search(far, active, statistics), StepStatus::converged) << "too easy";
  EXPECT_EQ(globalize(crossover, far, active, statistics), StepStatus::converged);
  EXPECT_NEAR(crossover.rows().z()[0], 0.0, 1e-14);
  EXPECT_EQ(statistics.fallbacks, 1);
}

TEST(Globalize, finds_the_set_of_an_answer) {
  Crossover crossover(between());
  crossover.set_parameters(Vector{{2.0}});
  ActiveFlags active{0, 1};
  SolverStatistics statistics;
  ASSERT_EQ(globalize(crossover, Vector::Zero(3), active, statistics), StepStatus::converged);
  EXPECT_EQ(active, (ActiveFlags{1, 0}));
  EXPECT_TRUE(support::near(crossover.rows().z(), Vector{{1.0, 1.0, 0.0}}, 1e-14));
}

TEST(Globalize, tells_no_solution_from_no_feasible_point) {
  SolverStatistics statistics;
  ActiveFlags active{0, 0}, none;
  Crossover crossover(between());
  crossover.set_parameters(Vector{{-1.0}});
  EXPECT_EQ(globalize(crossover, Vector::Zero(3), active, statistics), StepStatus::infeasible);
  Crossover rootless(support::one_equation(x, x * x + 1.0));
  EXPECT_EQ(globalize(rootless, Vector{{0.3}}, none, statistics), StepStatus::singular);
}

TEST(Globalize, asks_the_constraints_alone_whether_a_point_is_feasible) {
  SolverStatistics statistics;
  Crossover crossover(between());
  crossover.set_parameters(Vector{{-1.0}});
  EXPECT_TRUE(has_no_feasible_point(crossover.rows(), Vector::Zero(3), statistics));
  crossover.set_parameters(Vector{{1.0 + 1e-3}});
  EXPECT_FALSE(has_no_feasible_point(crossover.rows(), Vector::Zero(3), statistics));
}

}  // namespace
}  // namespace ricochet
