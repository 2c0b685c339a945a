#include "ricochet/monitor.hpp"

#include "ricochet/diagnostics.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

constexpr double h = 0.05;  // [s]

/// A mass on a line, H = p^2/2, with a wall, a track and its momentum.
System particle() {
  const Expr q = Expr::sym("q");
  return System({.name = "particle",
                 .q = q,
                 .M = 1.0,
                 .V = 0.0,
                 .f = {{"track", 0.01 * q}},
                 .g = {{"wall", 2.0 - q}},
                 .momenta = {{"momentum", [](const Expr&, const Expr& p) { return p; }}}});
}

/// An invented run: the energy oscillates and drifts.
Trajectory invented(long steps) {
  Trajectory run;
  for (long i = 0; i <= steps; ++i) {
    const auto x = static_cast<double>(i);
    Step step{.state = {.t = 7.0 + h * x,
                        .q = Vector{{std::sin(0.3 * x)}},
                        .p = Vector{{1.0 + 0.2 * std::cos(0.7 * x) + 1e-3 * x}}}};
    step.report.status = StepStatus::converged;
    step.report.certificate.equality = 1e-13 * x;
    step.report.statistics.newton_iterations = i;
    step.impacts.resize(static_cast<size_t>(i % 3));
    run.steps.push_back(step);
  }
  return run;
}

RunSummary watched(const Trajectory& run, const System& system = particle()) {
  Monitor monitor(system);
  monitor.start(run.steps[0]);
  for (size_t i = 1; i < run.steps.size(); ++i) monitor.observe(run.steps[i]);
  return monitor.summary();
}

TEST(Monitor, keeps_the_extremes_over_every_step) {
  const Trajectory run = invented(200);
  const RunSummary s = watched(run);
  const Vector E = energy(particle(), run);
  EXPECT_EQ(s.steps, 200);
  EXPECT_EQ(s.energy_initial, E[0]);
  EXPECT_EQ(s.energy_final, E[200]);
  EXPECT_EQ(s.energy_min, E.minCoeff());
  EXPECT_EQ(s.energy_max, E.maxCoeff());
  EXPECT_EQ(s.momentum_names, std::vector<std::string>{"momentum"});
  EXPECT_EQ(s.momentum_initial, std::vector<double>{1.2});
  EXPECT_EQ(s.momentum_max_error[0], momentum_error(particle(), run).cwiseAbs().maxCoeff());
  EXPECT_EQ(s.gap_min, smallest_gap(particle(), run));
  EXPECT_EQ(s.equality_max, equality_error(particle(), run).maxCoeff());
  EXPECT_EQ(s.certificate_max, 1e-13 * 200.0);
}

TEST(Monitor, counts_impacts_and_adds_what_the_solvers_did) {
  const RunSummary s = watched(invented(5));
  EXPECT_EQ(s.impacts, 1 + 2 + 0 + 1 + 2);
  EXPECT_EQ(s.solver.newton_iterations, 1 + 2 + 3 + 4 + 5);
}

TEST(Monitor, takes_the_start_into_account) {
  Trajectory run = invented(3);
  run.steps[0].state.q[0] = 1.9;  // nearest to the wall
  EXPECT_NEAR(watched(run).gap_min, 0.1, 1e-15);
  run.steps.resize(1);
  const RunSummary s = watched(run);
  EXPECT_EQ(s.steps, 0);
  EXPECT_EQ(s.energy_min, s.energy_max);
  EXPECT_EQ(s.energy_slope(), 0.0);
}

TEST(Monitor, finds_the_slope_that_the_drift_has) {
  const Trajectory run = invented(200);
  const double drift = drift_per_step(energy(particle(), run));
  EXPECT_GT(std::abs(drift), 1e-4);
  EXPECT_NEAR(watched(run).energy_slope(), drift / h, 1e-11 * std::abs(drift / h));
}

TEST(Monitor, finds_a_small_slope_late_in_time) {
  Trajectory run = invented(1000);
  for (size_t i = 0; i < run.steps.size(); ++i) {
    run.steps[i].state.t += 1e6;
    run.steps[i].state.p[0] = std::sqrt(2.0 * (1e3 + 1e-6 * static_cast<double>(i)));
  }
  EXPECT_NEAR(watched(run).energy_slope() * h, 1e-6, 1e-10);
}

void expect_same(const RunSummary& a, const RunSummary& b) {
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.energy_initial, b.energy_initial);
  EXPECT_EQ(a.energy_final, b.energy_final);
  EXPECT_EQ(a.energy_min, b.energy_min);
  EXPECT_EQ(a.energy_max, b.energy_max);
  EXPECT_EQ(a.momentum_names, b.momentum_names);
  EXPECT_EQ(a.momentum_initial, b.momentum_initial);
  EXPECT_EQ(a.momentum_max_error, b.momentum_max_error);
  EXPECT_EQ(a.gap_min, b.gap_min);
  EXPECT_EQ(a.equality_max, b.equality_max);
  EXPECT_EQ(a.certificate_max, b.certificate_max);
  EXPECT_EQ(a.impacts, b.impacts);
  EXPECT_EQ(a.solver.newton_iterations, b.solver.newton_iterations);
  EXPECT_EQ(a.energy_slope(), b.energy_slope());
}

TEST(Monitor, continued_from_a_stored_summary_comes_to_the_same) {
  const Trajectory run = invented(100);
  for (const size_t broken : {size_t{0}, size_t{1}, size_t{37}, size_t{100}}) {
    Trajectory begun = run;
    begun.steps.resize(broken + 1);
    Monitor resumed(particle(), watched(begun));
    for (size_t i = broken + 1; i < run.steps.size(); ++i) resumed.observe(run.steps[i]);
    expect_same(resumed.summary(), watched(run));
  }
}

TEST(Monitor, of_a_general_Lagrangian_begins_with_the_first_discrete_energy) {
  Monitor monitor(support::polar());
  Step step{.state = {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, 1.0}}}};
  monitor.start(step);
  EXPECT_TRUE(std::isnan(monitor.summary().energy_initial));
  for (const double E : {3.0, 2.0, 4.0}) {
    step.discrete_energy = E;
    step.state.t += h;
    monitor.observe(step);
  }
  EXPECT_EQ(monitor.summary().energy_initial, 3.0);
  EXPECT_EQ(monitor.summary().energy_min, 2.0);
  EXPECT_EQ(monitor.summary().energy_max, 4.0);
  EXPECT_NEAR(monitor.summary().energy_slope(), 0.5 / h, 1e-12);
}

TEST(Monitor, measures_rows_that_each_begin_at_a_state_of_their_own) {
  const Trajectory run = invented(40);
  Monitor monitor(particle());
  monitor.start_rows();
  double largest = 0.0;
  for (size_t i = 0; i < 40; i += 2) {
    monitor.observe_row(run.steps[i], run.steps[i + 1]);
    largest = std::max(largest, std::abs(run.steps[i + 1].state.p[0] - run.steps[i].state.p[0]));
  }
  Step failed = run.steps[3];
  failed.report.status = StepStatus::infeasible;
  failed.state.q[0] = 100.0;  // beyond the wall
  monitor.observe_row(run.steps[2], failed);
  const RunSummary& s = monitor.summary();
  EXPECT_EQ(s.steps, 21);
  EXPECT_EQ(s.momentum_max_error[0], largest) << "of a step, not of the whole";
  EXPECT_TRUE(std::isnan(s.momentum_initial[0]));
  EXPECT_TRUE(std::isnan(s.energy_initial));
  EXPECT_GT(s.energy_max, s.energy_min);
  EXPECT_GT(s.gap_min, 0.0) << "nothing is measured where a step failed";
}

TEST(Monitor, gives_the_numbers_of_the_step_measured_last) {
  const Trajectory run = invented(3);
  Monitor monitor(particle());
  monitor.start(run.steps[0]);
  monitor.observe(run.steps[1]);
  EXPECT_EQ(monitor.momenta()[0], run.steps[1].state.p[0]);
  EXPECT_EQ(monitor.gaps()[0], 2.0 - run.steps[1].state.q[0]);
  EXPECT_EQ(monitor.energy(), energy(particle(), run)[1]);
  monitor.measure(run.steps[2]);
  EXPECT_EQ(monitor.momenta()[0], run.steps[2].state.p[0]);
  EXPECT_EQ(monitor.summary().steps, 1) << "it is no step of the run";
}

/// Pushed by 3 N from rest: H grows by the work of the force.
TEST(Monitor, counts_the_work_and_continues_it) {
  const Expr q = Expr::sym("q");
  const System s({.name = "pushed", .q = q, .M = 2.0, .V = 0.0, .forces = {{"push", Expr(3.0)}}});
  Trajectory run;
  for (int i = 0; i <= 4; ++i) {
    const double t = 7.0 + 0.5 * i, since = 0.5 * i;
    run.steps.push_back(
        {.state = {.t = t, .q = Vector{{0.75 * since * since}}, .p = Vector{{3.0 * since}}}});
  }
  Monitor whole(s), first(s);
  whole.start(run.steps[0]);
  first.start(run.steps[0]);
  for (size_t i = 1; i < 5; ++i) whole.observe(run.steps[i]);
  for (size_t i = 1; i < 3; ++i) first.observe(run.steps[i]);
  Monitor second(s, first.summary());
  second.measure(run.steps[2]);
  for (size_t i = 3; i < 5; ++i) second.observe(run.steps[i]);
  for (const RunSummary& summary : {whole.summary(), second.summary()}) {
    EXPECT_NEAR(summary.work, 9.0, 1e-14);
    EXPECT_NEAR(summary.energy_final - summary.energy_initial, 9.0, 1e-14);
    EXPECT_NEAR(summary.balance_min, 0.0, 1e-14);
    EXPECT_NEAR(summary.balance_max, 0.0, 1e-14);
  }
  EXPECT_TRUE(std::isnan(watched(invented(3)).balance_min)) << "nothing works";
}

/// The same push along a rail. E_d is the energy in the middle of a flight, where half of the work
/// of that flight is done.
TEST(Monitor, takes_the_work_up_to_the_energy_of_a_flight) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "on a rail",
                  .q = q,
                  .v = v,
                  .M = 2.0 * Expr::eye(2),
                  .V = 0.0,
                  .omega = {{"rail", v(1)}},
                  .forces = {{"push", vertcat(Expr(3.0), Expr(0.0))}}});
  const double h = 0.5;
  Trajectory run;
  run.steps.push_back({.state = {.q = Vector::Zero(2), .p = Vector::Zero(2)}});
  for (int i = 0; i < 4; ++i) {
    const Vector from = run.steps.back().state.q, w{{1.5 * h * (i + 0.5), 0.0}};
    const double end = h * (i + 1);
    run.steps.push_back({.state = {.t = end, .q = from + h * w, .p = Vector{{3.0 * end, 0.0}}},
                         .flights = {{.tau = h, .q = from, .w = w}},
                         .discrete_energy = w.squaredNorm()});
  }
  const RunSummary summary = watched(run, s);
  EXPECT_NEAR(summary.work, 9.0, 1e-14);
  EXPECT_NEAR(summary.work_initial, 0.5 * 3.0 * 0.75 * h * h, 1e-14);
  EXPECT_NEAR(summary.balance_min, 0.0, 1e-14);
  EXPECT_NEAR(summary.balance_max, 0.0, 1e-14);
}

}  // namespace
}  // namespace ricochet
