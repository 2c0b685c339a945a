#include "ricochet/backends/step_rows.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using support::near;

StepRows bead() { return StepRows(optimality_conditions(support::bead_on_parabola())); }

TEST(StepRows, are_the_rows_and_pairs_of_the_problem) {
  StepRows rows = bead();
  rows.set_parameters(Vector{{1.0, -1.0}});
  ASSERT_TRUE(rows.evaluate(Vector{{2.0, 1.0, 3.0}}));
  EXPECT_TRUE(near(rows.equalities(), Vector{{-1.0, 1.0}}, 1e-15));
  EXPECT_TRUE(near(rows.a(), Vector{{3.0}}, 1e-15));
  EXPECT_TRUE(near(rows.b(), Vector{{0.6}}, 1e-15));
  EXPECT_TRUE(rows.on(0));
  EXPECT_FALSE(rows.constrains(0)) << "the motion";
}

TEST(StepRows, follow_their_parameters_at_one_point) {
  StepRows rows = bead();
  const Vector z{{2.0, 1.0, 3.0}};
  rows.set_parameters(Vector{{1.0, -1.0}});
  ASSERT_TRUE(rows.evaluate(z));
  rows.set_parameters(Vector{{2.0, -2.0}});
  ASSERT_TRUE(rows.evaluate(z));
  EXPECT_TRUE(near(rows.equalities(), Vector::Zero(2), 1e-15)) << "no value of the old parameters";
}

TEST(StepRows, have_the_derivatives_of_the_rows) {
  StepRows rows = bead();
  rows.set_parameters(Vector{{1.0, -1.0}});
  rows.differentiate(Vector{{2.0, 1.0, 3.0}});
  const StepRows::Jacobians& J = rows.jacobians();
  EXPECT_TRUE(near(Matrix(J.equalities.matrix()), Matrix{{-1.0, 0.0, 0.0}, {0.0, -1.0, 1.0}}, 0.0));
  EXPECT_TRUE(near(Matrix(J.a.matrix()), Matrix{{0.0, 0.0, 1.0}}, 0.0));
  EXPECT_TRUE(near(Matrix(J.b.matrix()), Matrix{{-0.4, 1.0, 0.0}}, 1e-16));
}

/// x - x0 = lambda, y = x, 0 <= lambda _|_ sqrt(x) - 1 >= 0; parameters (x0, whether the pair is in
/// force).
StepProblem root_gap() {
  const Expr z = Expr::sym("z", 3), p = Expr::sym("p", 2);
  return {.name = "root gap",
          .kind = Kind::complementarity,
          .unknowns = z,
          .parameters = p,
          .equalities = {{"dynamics", z(0) - p(0) - z(1), Meaning::dynamics},
                         {"link", z(2) - z(0), Meaning::equality}},
          .complement_a = z(1),
          .complement_b = {{"gaps", sqrt(z(0)) - 1.0, Meaning::gap, {"floor"}}},
          .pair_on = p(1)};
}

TEST(StepRows, name_what_is_not_finite_unless_it_is_out_of_force) {
  StepRows rows(optimality_conditions(root_gap()));
  EXPECT_TRUE(rows.constrains(1)) << "an equality is no motion";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  rows.set_parameters(Vector{{0.0, 1.0}});
  EXPECT_FALSE(rows.evaluate(Vector{{-1.0, 0.0, -1.0}}));
  EXPECT_EQ(rows.culprit(), "'floor' of 'gaps' in 'root gap'");
  EXPECT_FALSE(rows.evaluate(Vector{{1.0, nan, 1.0}}));
  EXPECT_EQ(rows.culprit(), "'dynamics' in 'root gap'");
  rows.set_parameters(Vector{{0.0, 0.0}});
  EXPECT_TRUE(rows.evaluate(Vector{{-1.0, 0.0, -1.0}})) << "the pair is off";
}

/// Many unknowns, whose rows are looked at one by one.
TEST(StepRows, of_large_problems_notice_what_is_not_finite) {
  const casadi_int n = 100;
  const Expr z = Expr::sym("z", n), p = Expr::sym("p", 2);
  const Expr free = z(casadi::Slice(0, n - 1));
  StepRows rows(optimality_conditions({.name = "many",
                                       .kind = Kind::complementarity,
                                       .unknowns = z,
                                       .parameters = p,
                                       .equalities = {{"dynamics", log(free), Meaning::dynamics}},
                                       .complement_a = z(n - 1),
                                       .complement_b = sqrt(p(0) + z(0)),
                                       .pair_on = p(1)}));
  Vector at = Vector::Ones(n);
  rows.set_parameters(Vector{{0.0, 1.0}});
  EXPECT_TRUE(rows.evaluate(at));
  at[50] = 0.0;
  EXPECT_FALSE(rows.evaluate(at)) << "log(0)";
  at.setOnes();
  rows.set_parameters(Vector{{-2.0, 1.0}});
  EXPECT_FALSE(rows.evaluate(at)) << "the gap";
  rows.set_parameters(Vector{{-2.0, 0.0}});
  EXPECT_TRUE(rows.evaluate(at)) << "the pair is off";
  at[n - 1] = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(rows.evaluate(at)) << "an unknown";
}

TEST(StepRows, tell_by_how_much_they_are_missed) {
  StepRows rows = bead();
  rows.set_parameters(Vector{{1.0, 0.5}});
  ASSERT_TRUE(rows.evaluate(Vector{{1.0, 0.35, -0.25}}));  // rows (0, -0.1), pair min(-0.25, 0.25)
  EXPECT_EQ(rows.remainder(),
            "the equations of 'bead on parabola' are missed by 0.25 m where the "
            "search ends");
}

}  // namespace
}  // namespace ricochet
