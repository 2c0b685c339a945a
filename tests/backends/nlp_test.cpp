#include "ricochet/backends/nlp.hpp"

#include "support/matchers.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::near;

/// An expression of a program at (x, parameters).
Vector value(const Nlp& nlp, const Expr& expression, const Vector& x, const Vector& parameters) {
  Vector out(expression.size1());
  Kernel("value", {nlp.x, nlp.parameters}, {densify(expression)})({x, parameters}, {out});
  return out;
}

TEST(Nlp, is_a_minimisation_as_it_stands) {
  const Nlp nlp = direct_nlp(support::separation_of_two());
  const Vector normals{{1.0, 0.0, 0.0, 1.0}}, v{{3.0, 4.0}};
  EXPECT_EQ(nlp.inequalities, 2);
  EXPECT_TRUE(near(value(nlp, nlp.objective, v, normals), Vector{{12.5}}, 1e-15));
  EXPECT_TRUE(near(value(nlp, nlp.constraints, v, normals), Vector{{2.0, 3.0}}, 1e-15));
}

TEST(Nlp, of_a_root_seeks_the_least) {
  const Expr x = Expr::sym("x");
  const Nlp nlp = direct_nlp(support::first_root(x, x * x - 0.25));
  EXPECT_EQ(nlp.inequalities, 0);
  EXPECT_TRUE(near(value(nlp, nlp.objective, Vector{{0.7}}, {}), Vector{{0.7}}, 0.0));
  const Nlp square = direct_nlp(support::one_equation(x, x * x - 2.0));
  EXPECT_TRUE(near(value(square, square.objective, Vector{{0.7}}, {}), Vector{{0.0}}, 0.0));
}

TEST(Nlp, of_a_chord_has_the_multipliers_of_the_problem_at_its_fixed_point) {
  const Nlp nlp = chord_nlp(support::bead_on_parabola());
  const Vector x{{1.0, 0.1}}, parameters{{1.0, -1.0, 1.0, 0.1}};  // the target, xk = x
  ASSERT_EQ(nlp.inequalities, 1);
  EXPECT_TRUE(near(value(nlp, nlp.constraints, x, parameters), Vector{{0.0}}, 1e-16));
  const auto stationary = [&](double lambda) {
    const Expr gradient_of_lagrangian = gradient(nlp.objective - lambda * nlp.constraints, nlp.x);
    return value(nlp, gradient_of_lagrangian, x, parameters).norm();
  };
  EXPECT_LT(stationary(1.1), 1e-15);
  EXPECT_GT(stationary(1.0), 0.05) << "another multiplier";
  // The gap is linear around xk, along the frozen gradient of the impulse: (0, 1).
  EXPECT_TRUE(
      near(value(nlp, nlp.constraints, Vector{{5.0, 0.6}}, parameters), Vector{{0.5}}, 1e-15));
}

TEST(Nlp, of_fischer_and_burmeister_vanishes_at_the_answer_to_its_smoothing) {
  const Nlp nlp = fischer_burmeister_nlp(support::bead_on_parabola());
  const double smoothing = std::sqrt(2.0 * fischer_burmeister_sigma);
  const auto rows = [&](const Vector& z, double target) -> Vector {
    return value(nlp, nlp.constraints, z, Vector{{1.0, target}});
  };
  EXPECT_EQ(nlp.inequalities, 0);
  EXPECT_LT(rows(Vector{{1.0, 0.1, 1.1, 0.0}}, -1.0).norm(), 1e-11);
  EXPECT_LT(rows(Vector{{1.0, 1.0, 0.0, 0.9}}, 1.0).norm(), 1e-11);
  EXPECT_NEAR(rows(Vector{{1.0, 0.1, 0.0, 0.0}}, 0.1).norm(), smoothing, 1e-12) << "a weak pair";
  EXPECT_GT(rows(Vector{{1.0, -1.0, 0.0, -1.1}}, -1.0).norm(), 1.0) << "a violated gap";
}

}  // namespace
}  // namespace ricochet
