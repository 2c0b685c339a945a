#include "ricochet/diagnostics.hpp"

#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

using support::near;

/// A bead of mass 2 with every kind of row: H = p.p/4 + 10 y.
System bead() {
  const Expr q = Expr::sym("q", 2), gravity = Expr::sym("gravity");
  Constraints g = {{"floor", q(1)}};
  g.add_any("corner", {q(0) - 1.0, q(1) - 1.0});
  const auto along = [](Index i) {
    return [i](const Expr&, const Expr& p) { return Expr(p(static_cast<int>(i))); };
  };
  return System({.name = "bead",
                 .q = q,
                 .parameters = {{"gravity", gravity, 5.0}},
                 .M = 2.0 * Expr::eye(2),
                 .V = 2.0 * gravity * q(1),
                 .f = {{"track", q(0) - 3.0}, {"tilt", q(0) - q(1)}},
                 .g = g,
                 .momenta = {{"x", along(0)}, {"y", along(1)}}});
}

Trajectory recorded() {
  Trajectory run;
  run.steps.push_back({.state = {.t = 0.0, .q = Vector{{3.0, 3.0}}, .p = Vector{{2.0, 0.0}}}});
  run.steps.push_back({.state = {.t = 0.1, .q = Vector{{3.5, 2.0}}, .p = Vector{{2.0, 4.0}}}});
  run.steps.push_back({.state = {.t = 0.2, .q = Vector{{0.5, 0.25}}, .p = Vector{{-1.0, 6.0}}}});
  return run;
}

TEST(EnergySeries, of_a_run_is_H_of_each_record) {
  EXPECT_TRUE(near(energy(bead(), recorded()), Vector{{31.0, 25.0, 11.75}}, 1e-14));
  EXPECT_TRUE(near(energy_error(bead(), recorded()), Vector{{0.0, -6.0, -19.25}}, 1e-14));
}

TEST(EnergySeries, of_a_run_uses_the_parameters_of_the_system_given) {
  const System weightless = bead().with("gravity", 0.0);
  EXPECT_TRUE(near(energy(weightless, recorded()), Vector{{1.0, 5.0, 9.25}}, 1e-14));
}

/// Q = (v_x, t) on a way of two steps of 0.1 s, and an impact inside a third.
TEST(WorkOfForces, is_summed_over_the_points_of_the_rule_and_over_flights) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const System s({.name = "pushed",
                  .q = q,
                  .v = v,
                  .t = t,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .forces = {{"push", vertcat(v(0), t)}}});
  Trajectory run{.made = 3, .h = 0.1};
  for (int k = 0; k < 4; ++k)
    run.steps.push_back({.state = {.t = 0.1 * k, .q = Vector{{0.2 * k * k, 0.1 * k}}}});
  run.steps[3].flights = {
      {.begin = 0.0, .tau = 0.04, .q = run.steps[2].state.q, .w = Vector{{5.0, 1.0}}},
      {.begin = 0.04, .tau = 0.06, .q = run.steps[2].state.q, .w = Vector{{0.0, -1.0}}}};
  const double one = 0.1 * (4.0 + 0.05), two = 0.1 * (36.0 + 0.15);
  const double three = 0.04 * (25.0 + 0.22) - 0.06 * 0.27;
  EXPECT_TRUE(near(work_of_forces(s, midpoint(), run),
                   Vector{{0.0, one, one + two, one + two + three}}, 1e-14));
  EXPECT_NEAR(work_of_forces(s, left_point(), run)[1], 0.1 * 4.0, 1e-15);
}

TEST(WorkOfForces, needs_every_step_of_a_run_and_a_rule_with_points) {
  const System ball = support::driven_ball(1.0);
  Trajectory run{.made = 2, .h = 0.1};
  run.steps = {{.state = {.t = 0.0, .q = Vector::Zero(2)}},
               {.state = {.t = 0.2, .q = Vector::Zero(2)}}};
  support::expect_message([&] { (void)work_of_forces(ball, midpoint(), run); },
                          {"'driven ball'", "1 of its 2 steps", "record every step"});
  run.made = 1;
  EXPECT_NO_THROW((void)work_of_forces(ball, midpoint(), run));
  Discretization mute = midpoint();
  mute.with_nodes({});
  support::expect_message([&] { (void)work_of_forces(ball, mute, run); },
                          {"'midpoint' declares no nodes"});
  run.steps[1].state.t = -0.1;
  support::expect_message([&] { (void)work_of_forces(ball, midpoint(), run); }, {"backwards"});
  EXPECT_TRUE(near(work_of_forces(bead(), mute, run), Vector::Zero(2), 0.0)) << "no forces";
}

TEST(EnergySeries, of_a_general_Lagrangian_is_that_of_the_steps) {
  Trajectory run = recorded();
  run.steps[1].discrete_energy = 7.0;
  run.steps[2].discrete_energy = 7.5;
  EXPECT_TRUE(near(energy(support::polar(), run), Vector{{7.0, 7.0, 7.5}}, 0.0));
  EXPECT_TRUE(near(energy_error(support::polar(), run), Vector{{0.0, 0.0, 0.5}}, 0.0));
  run.steps[0].discrete_energy = 6.0;  // simulate knows the first step, recorded or not
  EXPECT_TRUE(near(energy_error(support::polar(), run), Vector{{0.0, 1.0, 1.5}}, 0.0));
}

TEST(EnergySeries, of_nonholonomic_rows_is_that_of_the_steps) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "sledge",
                  .q = q,
                  .v = v,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .omega = {{"edge", v(0) - q(0) * v(1)}}});
  Trajectory run = recorded();
  for (Step& step : run.steps) step.discrete_energy = 3.0;
  EXPECT_TRUE(near(energy(s, run), Vector{{3.0, 3.0, 3.0}}, 0.0));
}

TEST(EnergySeries, is_never_nan_in_place_of_an_energy_that_is_not_known) {
  Trajectory run = recorded();
  run.stepper = "mine";
  run.steps[1].discrete_energy = 7.0;
  support::expect_message(
      [&] { (void)energy_error(support::polar(), run); },
      {"energy of 'polar'", "record 2 has no E_d", "'mine' does not report it", "system.H(q, p)"});
  run.steps.resize(1);
  support::expect_message([&] { (void)energy(support::polar(), run); },
                          {"record 0 has no E_d", "no step was made"});
}

TEST(Drift, of_a_line_is_its_slope) {
  Vector line(101);
  for (Index i = 0; i < line.size(); ++i) line[i] = 5.0 - 0.25 * static_cast<double>(i);
  EXPECT_NEAR(drift_per_step(line), -0.25, 1e-14);
}

TEST(Drift, is_blind_to_bounded_oscillation) {
  Vector wave(10001), both(10001);
  for (Index i = 0; i < wave.size(); ++i) {
    const auto x = static_cast<double>(i);
    wave[i] = std::sin(0.1 * x);
    both[i] = wave[i] + 1e-3 * x;
  }
  EXPECT_LT(std::abs(drift_per_step(wave)), 1e-5);
  EXPECT_NEAR(drift_per_step(both), 1e-3, 1e-5);
}

TEST(Drift, of_nothing_or_one_record_is_zero) {
  EXPECT_EQ(drift_per_step(Vector(0)), 0.0);
  EXPECT_EQ(drift_per_step(Vector{{3.0}}), 0.0);
}

TEST(Drift, of_nan_is_nan) {
  EXPECT_TRUE(std::isnan(drift_per_step(Vector{{1.0, std::nan(""), 2.0}})));
}

TEST(MomentumError, has_one_column_per_map_and_starts_at_zero) {
  EXPECT_TRUE(
      near(momentum_error(bead(), recorded()), Matrix{{0.0, 0.0}, {0.0, 4.0}, {-3.0, 6.0}}, 0.0));
}

TEST(Gaps, have_one_column_per_entry) {
  EXPECT_TRUE(near(gaps(bead(), recorded()),
                   Matrix{{3.0, 2.0, 2.0}, {2.0, 2.5, 1.0}, {0.25, -0.5, -0.75}}, 0.0));
}

TEST(SmallestGap, counts_a_union_by_its_largest_piece) {
  EXPECT_EQ(smallest_gap(bead(), recorded()), -0.5);
  Trajectory admissible = recorded();
  admissible.steps.pop_back();
  EXPECT_EQ(smallest_gap(bead(), admissible), 2.0);
}

TEST(SmallestGap, without_inequalities_is_infinite) {
  EXPECT_EQ(smallest_gap(support::henon_heiles(), recorded()),
            std::numeric_limits<double>::infinity());
}

TEST(EqualityError, is_the_largest_row_of_each_record) {
  EXPECT_TRUE(near(equality_error(bead(), recorded()), Vector{{0.0, 1.5, 2.5}}, 0.0));
  EXPECT_TRUE(near(equality_error(support::henon_heiles(), recorded()), Vector::Zero(3), 0.0));
}

TEST(ComplementarityError, comes_from_the_certificates) {
  Trajectory run = recorded();
  run.steps[2].report.certificate.complementarity = 3e-12;
  EXPECT_TRUE(near(complementarity_error(run), Vector{{0.0, 0.0, 3e-12}}, 0.0));
}

TEST(Impacts, are_collected_in_order_of_time) {
  Trajectory run = recorded();
  run.steps[1].impacts = {{.t = 0.02}, {.t = 0.07}};
  run.steps[2].impacts = {{.t = 0.15}};
  const std::vector<Impact> all = impacts(run);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].t, 0.02);
  EXPECT_EQ(all[1].t, 0.07);
  EXPECT_EQ(all[2].t, 0.15);
}

TEST(Diagnostics, of_an_empty_run_are_empty) {
  const Trajectory none;
  EXPECT_EQ(energy_error(bead(), none).size(), 0);
  EXPECT_EQ(momentum_error(bead(), none).rows(), 0);
  EXPECT_EQ(gaps(bead(), none).rows(), 0);
  EXPECT_EQ(equality_error(bead(), none).size(), 0);
  EXPECT_TRUE(impacts(none).empty());
}

}  // namespace
}  // namespace ricochet
