#include "ricochet/backends/merit.hpp"

#include "support/small_problems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

/// The bead above its parabola, pulled to (0, 1).
class MeritOfABead : public testing::Test {
 protected:
  MeritOfABead() { rows.set_parameters(Vector{{0.0, 1.0}}); }
  StepRows rows{optimality_conditions(support::bead_on_parabola())};
};

TEST_F(MeritOfABead, is_that_of_fischer_and_burmeister) {
  Merit merit(rows, Goal::solution);
  EXPECT_NEAR(merit.at(Vector{{0.0, 4.0, 3.0}}), 2.0, 1e-15) << "3 + 4 - 5 = 2";
  EXPECT_EQ(merit.at(Vector{{0.0, 1.0, 0.0}}), 0.0) << "the answer";
  EXPECT_GT(merit.at(Vector{{0.0, 1.0, -0.1}}), 1e-3) << "an impulse that pulls";
}

TEST_F(MeritOfABead, asks_a_feasible_point_for_its_gap_only) {
  Merit violation(rows, Goal::feasible_point);
  EXPECT_EQ(violation.at(Vector{{0.0, 4.0, 3.0}}), 0.0) << "the motion does not count";
  EXPECT_NEAR(violation.at(Vector{{0.0, -2.0, 3.0}}), 2.0, 1e-15);
}

TEST_F(MeritOfABead, knows_its_slope_along_its_steps) {
  for (const Goal goal : {Goal::solution, Goal::feasible_point}) {
    Merit merit(rows, goal);
    const Vector z{{2.0, -1.0, 0.7}};
    Vector dz(3);
    double slope = 0.0;
    merit.step(z, dz, slope);
    constexpr double e = 1e-6;
    const double difference = (merit.at(z + e * dz) - merit.at(z - e * dz)) / (2.0 * e);
    EXPECT_LT(slope, -0.1) << "downhill";
    EXPECT_NEAR(slope, difference, 1e-8 * (1.0 + std::abs(slope)));
    EXPECT_LT(merit.at(z + dz), 0.5 * merit.at(z)) << "nearly a step of Newton";
  }
}

TEST_F(MeritOfABead, is_stationary_where_its_gradient_vanishes) {
  const Expr x = Expr::sym("x");
  StepRows none(optimality_conditions(support::one_equation(x, x * x + 1.0)));
  Merit merit(none, Goal::solution);
  Vector dz(1);
  double slope = 0.0;
  merit.step(Vector{{1e-9}}, dz, slope);
  EXPECT_LT(merit.stationarity(), 1e-8) << "a minimum that is no root";
  merit.step(Vector{{1.0}}, dz, slope);
  EXPECT_NEAR(merit.stationarity(), 2.0, 1e-14) << "|2 x|";
}

TEST_F(MeritOfABead, is_infinite_where_rows_are_not_finite) {
  const Expr x = Expr::sym("x");
  StepRows root(optimality_conditions(support::one_equation(x, sqrt(x) - 2.0)));
  EXPECT_EQ(Merit(root, Goal::solution).at(Vector{{-1.0}}),
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace ricochet
