#include "ricochet/steppers/discrete_smooth.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace ricochet {
namespace {

Problem with_floor(const Vector& q, const Vector& p) {
  const Expr x = Expr::sym("q", 2);
  Problem problem = problems::bowl();
  problem.system =
      System({.name = "floor", .q = x, .M = Expr::eye(2), .V = 9.8 * x(1), .g = {{"floor", x(1)}}});
  problem.initial = {.q = q, .p = p};
  return problem;
}

TEST(DiscreteSmooth, keeps_energy_and_angular_momentum_inside_the_circle) {
  const Problem problem = problems::spring_sphere();
  DiscreteSmooth stepper(problem.system, {.backend = newton()});
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 2000});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_LT(momentum_error(problem.system, run).cwiseAbs().maxCoeff(), 1e-11);  // L exact
  const Vector E = energy(problem.system, run);
  const Vector error = energy_error(problem.system, run);
  EXPECT_LT(error.cwiseAbs().maxCoeff(), 0.004 * std::abs(E[0]));  // 0.3 %, [KP12] fig 5.1
  EXPECT_LT(std::abs(drift_per_step(error)) * 2000, 0.002);
}

TEST(DiscreteSmooth, loses_angular_momentum_when_the_potential_is_not_symmetric) {
  const Problem problem = problems::spring_sphere();
  SystemSpecification skewed = problem.system.specification();
  skewed.V += 0.1 * skewed.q(0);
  const System system(skewed);
  DiscreteSmooth stepper(system, {.backend = newton()});
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 20});
  EXPECT_GT(momentum_error(system, run).cwiseAbs().maxCoeff(), 1e-2);
}

TEST(DiscreteSmooth, stays_on_the_boundary_to_round_off) {
  for (const ProblemEntry& entry : all_problems()) {
    const Problem problem = entry.make();
    if (problem.stepper != "discrete-smooth") continue;
    DiscreteSmooth stepper(problem.system,
                           {.discretization = problem.discretization, .backend = newton()});
    const Trajectory run =
        simulate(stepper, problem.initial, {.h = problem.h, .steps = problem.steps()});
    ASSERT_TRUE(run.ok()) << run.message();
    for (const Step& step : run.steps)
      for (const Index i : step.contacts.held) {
        EXPECT_LE(std::abs(problem.system.g(step.state.q)[i]), 1e-13) << entry.name;
        const Vector speeds = problem.system.G(step.state.q).transpose() *
                              problem.system.M_now().llt().solve(step.state.p);
        EXPECT_LE(std::abs(speeds[i]), 1e-13) << entry.name;
        EXPECT_GE(step.force.lambda[i], -1e-12) << entry.name;
      }
    EXPECT_GE(smallest_gap(problem.system, run), -1e-13) << entry.name;
  }
}

TEST(DiscreteSmooth, lands_tangentially_and_slides) {
  const Problem problem = problems::tangential_approach();
  DiscreteSmooth stepper(problem.system, {.backend = newton()});
  const Trajectory run =
      simulate(stepper, problem.initial, {.h = problem.h, .steps = problem.steps()});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_TRUE(run.steps[31].contacts.held.empty());
  EXPECT_EQ(run.last().contacts.held.size(), 1u);
}

TEST(DiscreteSmooth, refuses_a_contact_that_is_approached) {
  const Problem problem = with_floor(Vector{{0.0, 0.0}}, Vector{{1.0, -1.0}});
  DiscreteSmooth stepper(problem.system, {.backend = newton()});
  const Step next = stepper.advance({.state = problem.initial}, 0.01);
  EXPECT_EQ(next.report.status, StepStatus::not_smooth);
  EXPECT_NE(next.report.message.find("floor"), std::string::npos) << next.report.message;
  EXPECT_EQ(next.state.q, problem.initial.q);
}

TEST(DiscreteSmooth, takes_an_approached_contact_with_all_gradients_and_no_projection) {
  const Problem problem = with_floor(Vector{{0.0, 0.0}}, Vector{{1.0, -1.0}});
  DiscreteSmooth stepper(problem.system,
                         {.backend = newton(), .gradients = Gradients::all, .projection = false});
  const Step next = stepper.advance({.state = problem.initial}, 0.01);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_NEAR(next.state.q[1], 0.0, 1e-14);
  EXPECT_GT(next.force.lambda[0], 0.9);
}

TEST(DiscreteSmooth, names_a_wall_that_it_would_run_into) {
  const Problem problem = with_floor(Vector{{0.0, 0.05}}, Vector{{0.0, -10.0}});
  DiscreteSmooth active(problem.system, {.backend = newton()});
  EXPECT_EQ(active.advance({.state = problem.initial}, 0.01).report.status, StepStatus::not_smooth);
  DiscreteSmooth all(problem.system, {.backend = newton(), .gradients = Gradients::all});
  const Step next = all.advance({.state = problem.initial}, 0.01);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_NEAR(next.state.q[1], 0.0, 1e-14);
}

TEST(DiscreteSmooth, moves_a_start_inside_an_obstacle_freely) {
  const Problem problem = with_floor(Vector{{0.0, -1.0}}, Vector{{1.0, 0.0}});
  DiscreteSmooth stepper(problem.system, {.backend = newton()});
  EXPECT_TRUE(stepper.advance({.state = problem.initial}, 0.01).report.ok());
}

TEST(DiscreteSmooth, lets_go_when_the_force_pulls) {
  const Problem problem = with_floor(Vector{{0.0, 0.0}}, Vector{{1.0, 0.0}});
  SystemSpecification upward = problem.system.specification();
  upward.V = -1.0 * upward.V;
  DiscreteSmooth stepper(System(upward), {.backend = newton()});
  const Step next = stepper.advance({.state = problem.initial}, 0.1);
  ASSERT_TRUE(next.report.ok());
  EXPECT_GT(next.state.q[1], 0.04);
  EXPECT_TRUE(next.contacts.held.empty());
  EXPECT_EQ(next.contacts.smooth.size(), 1u);
}

TEST(DiscreteSmooth, refuses_systems_it_cannot_take_by_name) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const SystemSpecification lagrangian{.name = "free", .q = q, .v = v, .L = dot(v, v)};
  const SystemSpecification rolling{.name = "skate",
                                    .q = q,
                                    .v = v,
                                    .M = Expr::eye(2),
                                    .V = 0.0,
                                    .omega = {{"roll", v(0) - q(0) * v(1)}}};
  SystemSpecification corner{.name = "tip", .q = q, .M = Expr::eye(2), .V = 0.0};
  corner.g.add_any("tip", {q(0), q(1)});
  for (const SystemSpecification& s : {lagrangian, rolling, corner}) {
    try {
      const DiscreteSmooth stepper{System(s)};
      FAIL() << s.name << " was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("discrete-smooth"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find(s.name), std::string::npos);
    }
  }
}

TEST(DiscreteSmooth, changes_a_parameter_without_being_rebuilt) {
  const Problem problem = problems::bowl();
  DiscreteSmooth moon(problem.system, {.backend = newton()});
  moon.set("gravity", 1.62);
  DiscreteSmooth built(problem.system.with("gravity", 1.62), {.backend = newton()});
  const Step a = moon.advance({.state = problem.initial}, problem.h);
  const Step b = built.advance({.state = problem.initial}, problem.h);
  ASSERT_TRUE(a.report.ok());
  EXPECT_EQ(a.state.q, b.state.q);
  EXPECT_EQ(a.state.p, b.state.p);
  EXPECT_THROW(moon.set("gravty", 1.0), std::invalid_argument);
}

TEST(DiscreteSmooth, holds_equalities_and_redundant_ones_too) {
  const Expr q = Expr::sym("q", 2);
  const Expr rod = norm_2(q) - 1.0;
  for (const int copies : {1, 2}) {
    SystemSpecification s{.name = "pendulum", .q = q, .M = Expr::eye(2), .V = 9.8 * q(1)};
    for (int i = 0; i < copies; ++i) s.f.add("rod " + std::to_string(i), rod);
    for (const Backend& backend : {newton(), ipopt()}) {
      const System system(s);
      DiscreteSmooth stepper(system, {.backend = backend});
      const State start{.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, -1.0}}};
      const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});
      ASSERT_TRUE(run.ok()) << backend.name() << ": " << run.message();
      EXPECT_LT(equality_error(system, run).maxCoeff(), 1e-12);
      EXPECT_LT(energy_error(system, run).cwiseAbs().maxCoeff(), 0.01);
    }
  }
}

TEST(DiscreteSmooth, names_a_potential_that_becomes_nan_on_the_way) {
  const Expr q = Expr::sym("q", 1);
  const System system({.name = "cliff", .q = q, .M = Expr::eye(1), .V = sqrt(1.0 - q(0)), .g = {}});
  for (const Backend& backend : {newton(), ipopt()}) {
    DiscreteSmooth stepper(system, {.backend = backend});
    const State start{.q = Vector{{0.0}}, .p = Vector{{1.0}}};
    const Trajectory run = simulate(stepper, start, {.h = 0.1, .steps = 100});
    EXPECT_EQ(run.end.status, StepStatus::not_finite) << backend.name() << run.message();
    EXPECT_GT(run.made, 3);
    EXPECT_EQ(static_cast<long>(run.steps.size()), run.made + 1);
  }
}

TEST(DiscreteSmooth, reports_no_impulse_after_a_contact_has_opened) {
  const Problem problem = find_problem("crest").make();
  DiscreteSmooth stepper(problem.system, {.backend = newton()});
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 100});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_GT(run.steps[10].force.lambda[0], 0.0);
  for (const size_t k : {97u, 98u, 99u, 100u}) {
    EXPECT_TRUE(run.steps[k].contacts.held.empty());
    EXPECT_EQ(run.steps[k].force.lambda, Vector::Zero(1)) << k;
    EXPECT_EQ(run.steps[k].force.mu, Vector::Zero(1)) << k;
  }
}

TEST(DiscreteSmooth, may_write_a_step_into_its_own_start) {
  const Problem problem = problems::bowl();
  DiscreteSmooth stepper(problem.system, {.backend = newton()});
  Step step{.state = problem.initial};
  const Step apart = stepper.advance(step, problem.h);
  stepper.advance(step, problem.h, step);
  EXPECT_EQ(step.state.q, apart.state.q);
  EXPECT_EQ(step.state.p, apart.state.p);
}

TEST(DiscreteSmooth, refuses_contacts_that_lose_energy) {
  const System system = problems::bowl().system;
  EXPECT_THROW(DiscreteSmooth stepper(system.with("restitution", 0.5)), std::invalid_argument);
  EXPECT_THROW(DiscreteSmooth stepper(system.with("friction", 0.1)), std::invalid_argument);
  DiscreteSmooth stepper(system, {.backend = newton()});
  EXPECT_THROW(stepper.set("restitution", 0.5), std::invalid_argument);
  EXPECT_EQ(stepper.system().parameter("restitution"), 1.0);
}

}  // namespace
}  // namespace ricochet
