#include "ricochet/diagnostics.hpp"
#include "ricochet/start.hpp"
#include "support/rheonomic.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

/// Walls, pivots, belts and fields that move by themselves, against closed forms.
namespace ricochet {
namespace {

using std::numbers::pi;
using support::lift;
using support::method;
using support::one;
using support::piston;
using support::run_of;
using ::testing::HasSubstr;
constexpr double g = support::gravity_on_earth;

// ---- Contact that lasts on something that moves.

TEST(MovingFloor, carries_a_body_under_the_variational_rules) {
  const System s = lift(1.0);
  for (const std::string name : {"gvi", "discrete-smooth"}) {
    const Trajectory run = run_of(name, s, {.q = one(0.0), .p = one(1.6)}, 0.01, 100);
    EXPECT_LT(gaps(s, run).cwiseAbs().maxCoeff(), 1e-13) << name;
    EXPECT_NEAR(run.last().state.p[0], 1.6 * std::cos(8.0), 1e-12) << name;
  }
}

TEST(MovingFloor, carries_a_body_and_presses_it_as_its_acceleration_asks) {
  const System s = lift(0.5);
  double errors[2];
  for (const int finer : {1, 2}) {
    const double h = 0.01 / finer;
    const Trajectory run =
        run_of("forced-collision", s, {.q = one(0.0), .p = one(1.6)}, h, 100 * finer);
    EXPECT_LT(gaps(s, run).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_TRUE(impacts(run).empty());
    double& worst = errors[finer - 1] = 0.0;
    for (size_t k = 1; k < run.steps.size(); ++k) {
      const Step& step = run.steps[k];
      const double push = (step.force.lambda[0] + step.flights.back().force.mu[0]) / h;
      const double exact = 2.0 * (g - 6.4 * std::sin(8.0 * (step.state.t - 0.5 * h)));
      worst = std::max(worst, std::abs(push - exact));
      EXPECT_NEAR(step.state.p[0], 1.6 * std::cos(8.0 * step.state.t), 1e-12);
    }
  }
  EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.1);
}

/// A follower pressed on a cam A sin(omega t) by its weight, a force and a spring. It leaves the
/// top where m A omega^2 = m g + F + k A.
double largest_gap_on_a_cam(double speed) {
  constexpr double m = 0.5, k = 200.0, F = 5.0, A = 0.02;
  const double w = speed * std::sqrt((m * g + F + k * A) / (m * A));
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  const System s({.name = "cam",
                  .q = q,
                  .t = t,
                  .M = m * Expr::eye(1),
                  .V = (m * g + F) * q(0) + 0.5 * k * q(0) * q(0),
                  .g = {{"cam", q(0) - A * sin(w * t), {.restitution = 0.0}}},
                  .length = 0.01,
                  .time = 0.01});
  const Trajectory run = run_of("forced-collision", s, {.q = one(0.0), .p = one(m * A * w)},
                                2.0 * pi / w / 200.0, 400);
  return gaps(s, run).maxCoeff();
}

TEST(Cam, a_follower_lifts_off_at_the_speed_of_the_closed_form) {
  EXPECT_LT(largest_gap_on_a_cam(0.999), 1e-14);
  EXPECT_GT(largest_gap_on_a_cam(1.001), 1e-8);
}

TEST(MovingFloor, a_table_that_slips_under_a_body_is_not_felt_without_friction) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  const System s({.name = "wedge",
                  .q = q,
                  .t = t,
                  .M = Expr::eye(2),
                  .V = g * q(1),
                  .g = {{"slope", q(1) - 0.5 * (q(0) - t), {.restitution = 0.0}}}});
  // On a wedge that is pushed with constant speed a body slides as on one at rest.
  const double c = 2.0 / std::sqrt(5.0), along = g / std::sqrt(5.0);
  const State start{.q = Vector::Zero(2), .p = Vector{{1.0, 0.0}}};
  const Trajectory run = run_of("forced-collision", s, start, 0.01, 50);
  EXPECT_NEAR(run.last().state.q[0], 0.5 - 0.5 * along * c * 0.25, 1e-12);
}

// ---- Impacts on walls that move: the elastic ones keep E_d but for the work of the wall.

TEST(Piston, every_stroke_changes_the_speed_by_twice_its_own) {
  const State start{.q = one(0.5), .p = one(4.0)};
  for (const std::string name :
       {"collision", "nonholonomic-collision", "forced-collision", "hybrid", "gvi"}) {
    const Trajectory run = run_of(name, piston(0.1), start, 0.05, 60);
    double speed = 2.0;
    int strokes = 0;
    for (const Impact& impact : impacts(run)) {
      if (impact.constraints[0] == 1) speed += 0.2;
      strokes += impact.constraints[0] == 1 ? 1 : 0;
      EXPECT_NEAR(std::abs(impact.p_plus[0]), 2.0 * speed, 1e-9) << name;
      const double work = impact.constraints[0] == 1 ? 0.1 * impact.impulse[0] : 0.0;
      EXPECT_NEAR(impact.energy_plus - impact.energy_minus, work, 1e-9) << name;
    }
    EXPECT_GE(strokes, 3) << name;
  }
}

TEST(Piston, restitution_counts_relative_to_the_wall) {
  const State start{.q = one(0.5), .p = one(4.0)};
  const Trajectory run = run_of("forced-collision", piston(-0.5, 0.6), start, 0.01, 40);
  const std::vector<Impact> met = impacts(run);
  ASSERT_EQ(met.size(), 1u);
  EXPECT_NEAR(met[0].p_plus[0], 2.0 * (0.5 - 0.6 * 1.5), 1e-12);
}

TEST(Piston, that_squeezes_ends_by_name) {
  const auto stepper = method("forced-collision", piston(1.0, 0.0));
  const Trajectory run =
      simulate(*stepper, State{.q = one(0.3), .p = one(0.0)}, {.h = 0.01, .steps = 200});
  EXPECT_EQ(run.end.status, StepStatus::infeasible) << run.message();
  EXPECT_THAT(run.message(), HasSubstr("'end', 'piston'"));
  EXPECT_THAT(run.message(), HasSubstr("close in on each other"));
  EXPECT_EQ(run.made, 99);
}

// ---- Fields, equalities and rows.

TEST(MovingField, an_oscillator_follows_its_closed_form_to_second_order) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  const System s({.name = "rheonomic oscillator",
                  .q = q,
                  .t = t,
                  .M = Expr::eye(1),
                  .V = 2.0 * pow(q(0) - sin(3.0 * t), 2)});
  // q'' = -4 q + 4 sin 3t from rest
  const auto exact = [](double at) { return 1.2 * std::sin(2.0 * at) - 0.8 * std::sin(3.0 * at); };
  for (const std::string name : {"collision", "gvi", "discrete-smooth", "hybrid"})
    for (const Discretization& rule : {midpoint(), verlet()}) {
      double errors[2];
      for (const int finer : {1, 2}) {
        const Trajectory run =
            run_of(name, s, {.q = one(0.0), .p = one(0.0)}, 0.02 / finer, 100 * finer, rule);
        errors[finer - 1] = std::abs(run.last().state.q[0] - exact(2.0));
      }
      EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.1) << name << " by " << rule.name();
    }
}

/// A pendulum whose pivot moves, by its angle.
double angle_of_a_shaken_pendulum(double duration) {
  const auto turn = [](double angle, double at) {
    return -g * std::sin(angle) + 0.1 * 25.0 * std::sin(5.0 * at) * std::cos(angle);
  };
  constexpr int steps = 20000;
  const double h = duration / steps;
  double angle = 0.3, rate = -0.5 * std::cos(0.3);  // the bob rests
  for (int k = 0; k < steps; ++k) {
    const double at = k * h, a1 = turn(angle, at), r1 = rate;
    const double a2 = turn(angle + 0.5 * h * r1, at + 0.5 * h), r2 = rate + 0.5 * h * a1;
    const double a3 = turn(angle + 0.5 * h * r2, at + 0.5 * h), r3 = rate + 0.5 * h * a2;
    const double a4 = turn(angle + h * r3, at + h), r4 = rate + h * a3;
    angle += h / 6.0 * (r1 + 2.0 * r2 + 2.0 * r3 + r4);
    rate += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return angle;
}

TEST(MovingEquality, a_pendulum_with_a_pivot_that_moves_is_of_second_order) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  const Expr x = q(0) - 0.1 * sin(5.0 * t);
  const System s({.name = "shaken pendulum",
                  .q = q,
                  .t = t,
                  .M = Expr::eye(2),
                  .V = g * q(1),
                  .f = {{"rod", 0.5 * (x * x + q(1) * q(1) - 1.0)}}});
  const double sine = std::sin(0.3), cosine = std::cos(0.3);
  // The velocity of the pivot and that along the circle.
  const Vector v{{0.5 - 0.5 * cosine * cosine, -0.5 * cosine * sine}};
  const State start{.q = Vector{{sine, -cosine}}, .p = v};
  EXPECT_TRUE(violations(s, start, 0.01).empty());
  const State still{.q = start.q, .p = Vector::Zero(2)};
  ASSERT_FALSE(violations(s, still, 0.01).empty());
  EXPECT_THAT(violations(s, still, 0.01)[0], HasSubstr("F^T v + df/dt = "));
  const double exact = angle_of_a_shaken_pendulum(2.0);
  for (const std::string name : {"forced-collision", "gvi", "discrete-smooth", "hybrid"}) {
    double errors[2];
    for (const int finer : {1, 2}) {
      const Trajectory run = run_of(name, s, start, 0.01 / finer, 200 * finer);
      const Vector& end = run.last().state.q;
      const double angle = std::atan2(end[0] - 0.1 * std::sin(10.0), -end[1]);
      errors[finer - 1] = std::abs(angle - exact);
      EXPECT_LT(equality_error(s, run).maxCoeff(), 1e-13) << name;
    }
    EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.2) << name;
  }
}

TEST(MovingRow, a_cylinder_on_a_belt_that_speeds_up_follows_with_a_third_of_it) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  constexpr double speeds_up = 1.2;
  const System s({.name = "belt",
                  .q = q,
                  .v = v,
                  .t = t,
                  .M = diag(Expr({2.0, 0.5 * 2.0 * 0.25})),  // radius 0.5 m
                  .V = 0.0,
                  .omega = {{"rolls", v(0) + 0.5 * v(1) - speeds_up * t}}});
  ASSERT_TRUE(s.rheonomic());
  for (const std::string name : {"nonholonomic-collision", "forced-collision"}) {
    const Trajectory run = run_of(name, s, {.q = Vector::Zero(2), .p = Vector::Zero(2)}, 0.02, 100);
    EXPECT_NEAR(run.last().state.q[0], speeds_up / 3.0 * 2.0, 1e-12) << name;  // a t^2 / 2
  }
}

TEST(MovingRow, one_that_is_not_zero_at_rest_drives_a_system_without_the_time) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "drift",
                  .q = q,
                  .v = v,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .omega = {{"carried", v(0) - q(1)}}});
  ASSERT_TRUE(s.rheonomic());
  const Trajectory run =
      run_of("forced-collision", s, {.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.5}}}, 0.02, 100);
  EXPECT_NEAR(run.last().state.q[0], 2.0 + 0.25 * 4.0, 1e-12);
}

}  // namespace
}  // namespace ricochet
