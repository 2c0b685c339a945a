#include "ricochet/backends/active_set.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near, support::same_bits;

constexpr double exact = 1e-14;

/// The bead, pulled to a target below its parabola.
class ActiveSetOfABead : public testing::Test {
 protected:
  ActiveSetOfABead() { rows.set_parameters(Vector{{1.0, -1.0}}); }
  StepStatus settle(const ActiveFlags& active) { return rows.settle(guess, active, statistics); }

  ActiveSet rows{optimality_conditions(support::bead_on_parabola())};
  const Vector guess{{1.0, -1.0, 0.0}};
  SolverStatistics statistics;
};

TEST_F(ActiveSetOfABead, settles_for_the_set_it_is_given) {
  ASSERT_EQ(settle({1}), StepStatus::converged);
  EXPECT_TRUE(near(rows.z(), Vector{{1.0, 0.1, 1.1}}, exact));
  EXPECT_NEAR(rows.first_step(), 1.1, exact) << "of the positions alone";
  ASSERT_EQ(settle({0}), StepStatus::converged);
  EXPECT_TRUE(near(rows.z(), Vector{{1.0, -1.0, 0.0}}, exact)) << "through the parabola";
  EXPECT_GT(statistics.newton_iterations, 0);
}

TEST_F(ActiveSetOfABead, flips_what_has_the_wrong_sign) {
  ActiveFlags active{0};
  ASSERT_EQ(settle(active), StepStatus::converged);
  EXPECT_EQ(rows.revise(active, false), 1) << "the gap is violated";
  EXPECT_EQ(active, ActiveFlags{1});
  ASSERT_EQ(settle(active), StepStatus::converged);
  EXPECT_EQ(rows.revise(active, false), 0);
  rows.set_parameters(Vector{{1.0, 1.0}});  // above: the contact would pull
  ASSERT_EQ(settle(active), StepStatus::converged);
  EXPECT_EQ(rows.revise(active, false), 1);
  EXPECT_EQ(active, ActiveFlags{0});
}

TEST_F(ActiveSetOfABead, gives_the_same_bits_whatever_was_settled_before) {
  ASSERT_EQ(settle({1}), StepStatus::converged);
  const Vector first = rows.z();
  ASSERT_EQ(settle({0}), StepStatus::converged);
  ASSERT_EQ(settle({1}), StepStatus::converged);
  EXPECT_TRUE(same_bits(rows.z(), first));
  ActiveSet copy(rows);
  ASSERT_EQ(copy.settle(guess, {1}, statistics), StepStatus::converged);
  EXPECT_TRUE(same_bits(copy.z(), first));
}

TEST_F(ActiveSetOfABead, takes_the_first_step_alone_where_it_linearizes) {
  Vector z;
  ASSERT_TRUE(rows.linearize(guess, {0}, z, statistics));
  EXPECT_TRUE(near(z, Vector{{1.0, -1.0, 0.0}}, exact)) << "these rows are linear";
  EXPECT_EQ(statistics.factorizations, 1);
  const Vector beside{{0.5, -1.0, 0.0}};
  ASSERT_TRUE(rows.linearize(beside, {1}, z, statistics));
  ASSERT_EQ(rows.settle(beside, {1}, statistics), StepStatus::converged);
  EXPECT_NEAR(rows.first_step(), (z - beside).head(2).norm(), exact);
  EXPECT_FALSE(near(z, rows.z(), 1e-3)) << "the parabola is not flat";
}

TEST(ActiveSet, says_where_it_cannot_linearize) {
  const Expr x = Expr::sym("x");
  ActiveSet rows(optimality_conditions(support::one_equation(x, sqrt(x) - 1.0)));
  SolverStatistics statistics;
  Vector z;
  EXPECT_TRUE(rows.linearize(support::numbers({4.0}), {}, z, statistics));
  EXPECT_FALSE(rows.linearize(support::numbers({-4.0}), {}, z, statistics));
}

TEST(ActiveSet, flips_all_or_only_the_first) {
  ActiveSet rows(optimality_conditions(support::separation_of_two()));
  rows.set_parameters(Vector{{1.0, 0.0, 0.0, 1.0}});
  SolverStatistics statistics;
  ActiveFlags all{0, 0}, first{0, 0};
  ASSERT_EQ(rows.settle(Vector::Zero(4), all, statistics), StepStatus::converged);
  EXPECT_EQ(rows.revise(all, false), 2);
  EXPECT_EQ(all, (ActiveFlags{1, 1}));
  EXPECT_EQ(rows.revise(first, true), 1);
  EXPECT_EQ(first, (ActiveFlags{1, 0}));
}

TEST(ActiveSet, names_how_newtons_method_fails) {
  const Expr x = Expr::sym("x", 2), y = Expr::sym("y");
  SolverStatistics statistics;
  const StepProblem contradiction{.name = "contradiction",
                                  .kind = Kind::square_system,
                                  .unknowns = x,
                                  .equalities = vertcat(x(0) + x(1) - 3.0, x(0) + x(1) - 1.0)};
  ActiveSet singular(optimality_conditions(contradiction));
  EXPECT_EQ(singular.settle(Vector::Zero(2), {}, statistics), StepStatus::singular);
  // Newton's method goes to and fro between 0 and 1.
  ActiveSet cycle(optimality_conditions(support::one_equation(y, y * y * y - 2.0 * y + 2.0)));
  EXPECT_EQ(cycle.settle(Vector{{0.0}}, {}, statistics), StepStatus::iteration_limit);
  ActiveSet root(optimality_conditions(support::one_equation(y, sqrt(y) - 2.0)));
  EXPECT_EQ(root.settle(Vector{{-1.0}}, {}, statistics), StepStatus::not_finite);
  EXPECT_EQ(root.settle(Vector{{1.0}}, {}, statistics), StepStatus::converged);
  EXPECT_NEAR(root.z()[0], 4.0, exact);
}

}  // namespace
}  // namespace ricochet
