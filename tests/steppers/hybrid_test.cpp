#include "ricochet/steppers/hybrid.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

Hybrid make(const Problem& problem, Hybrid::Options options = {}) {
  options.discretization = problem.discretization;
  options.backend = newton();
  return {problem.system, options};
}

TEST(Hybrid, locates_every_bounce_of_a_falling_particle_exactly) {
  const Problem problem = problems::particle_1d();
  Hybrid stepper = make(problem);
  const Trajectory run = simulate(stepper, problem.initial, {.h = 0.05, .steps = 100});
  ASSERT_TRUE(run.ok()) << run.message();
  const std::vector<Impact> hits = impacts(run);
  ASSERT_EQ(hits.size(), 6u);
  const double fall = std::sqrt(2.0 / 9.8);  // both rules are exact for a linear potential
  for (size_t i = 0; i < hits.size(); ++i) {
    EXPECT_NEAR(hits[i].t, (2.0 * static_cast<double>(i) + 1.0) * fall, 1e-12);
    EXPECT_NEAR(hits[i].q[0], 0.0, 1e-15);
    EXPECT_NEAR(hits[i].p_plus[0], 9.8 * fall, 1e-12);
    EXPECT_NEAR(hits[i].alpha, std::fmod(hits[i].t, 0.05) / 0.05, 1e-9);
  }
  EXPECT_LT(energy_error(problem.system, run).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_GE(smallest_gap(problem.system, run), 0.0);
}

TEST(Hybrid, finds_several_impacts_in_one_step) {
  const Problem problem = problems::normal_impact();
  Hybrid stepper = make(problem);
  const Step next = stepper.advance({.state = problem.initial}, 7.0);  // 0.7 to the wall, then 2, 2
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_EQ(next.impacts.size(), 4u);
  EXPECT_NEAR(next.state.q[0], -0.7 + 0.0, 1.0);
  EXPECT_NEAR(next.impacts[3].t, 6.7, 1e-12);
}

TEST(Hybrid, names_the_contacts_that_a_step_reached) {
  const Problem problem = find_problem("particle-floor").make({{"wall", 1}});
  Hybrid stepper = make(problem);
  const State start{.q = Vector{{1.0, 0.1}}, .p = Vector{{-1.0, -1.0}}};
  const Step free = stepper.advance({.state = start}, 0.05), hit = stepper.advance(free, 0.05),
             both = stepper.advance({.state = start}, 1.01);
  EXPECT_EQ(free.contacts.predicted, std::vector<Index>());
  EXPECT_EQ(hit.contacts.predicted, std::vector<Index>{0});
  EXPECT_EQ(both.contacts.predicted, (std::vector<Index>{0, 1}));
  EXPECT_EQ(both.contacts.held, std::vector<Index>());
}

TEST(Hybrid, keeps_angular_momentum) {
  const Problem problem = problems::oscillator();
  Hybrid stepper = make(problem);
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 2000});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_LT(momentum_error(problem.system, run).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_GT(impacts(run).size(), 100u);
}

TEST(Hybrid, reflects_touching_balls_as_one) {
  const Problem problem = find_problem("cradle").make();
  Hybrid stepper = make(problem);
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 100});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_LT(equality_error(problem.system, run).maxCoeff(), 1e-12);
  EXPECT_LT(energy_error(problem.system, run).cwiseAbs().maxCoeff(), 2e-3);
}

TEST(Hybrid, names_too_many_impacts) {
  const Problem problem = problems::normal_impact();
  Hybrid stepper = make(problem, {.max_events = 3});
  const Step from{.state = problem.initial};
  const Step next = stepper.advance(from, 7.0);
  EXPECT_EQ(next.report.status, StepStatus::too_many_events);
  EXPECT_EQ(next.state.q, from.state.q);
  EXPECT_TRUE(stepper.advance(from, 6.0).report.ok());
}

TEST(Hybrid, chatters_where_contact_lasts) {
  const Problem problem = problems::spring_sphere();
  Hybrid stepper = make(problem);
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 2000});
  EXPECT_FALSE(run.ok()) << "[KP12] 5.2: it cannot hold a contact";
  EXPECT_LT(smallest_gap(problem.system, run), -0.1);
}

TEST(Hybrid, is_of_second_order_with_forces_and_impacts) {
  const System ball = support::driven_ball(1.0);
  const State start{.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}};
  for (const Discretization& d : {midpoint(), verlet()}) {
    const auto end = [&](double h) {
      Hybrid stepper(ball, {.discretization = d, .backend = newton()});
      const Trajectory run = simulate(stepper, start, {.h = h, .steps = std::lround(1.5 / h)});
      EXPECT_TRUE(run.ok()) << run.message();
      EXPECT_EQ(impacts(run).size(), 2u);
      return run.last().state.q;
    };
    const Vector exact = end(1.5 / 16384.0);
    double coarse = 0.0, fine = 0.0;  // the constant depends on alpha: a mean over many steps
    for (int k = 0; k < 16; ++k) {
      coarse += (end(1.5 / (50.0 + k)) - exact).norm() / 16.0;
      fine += (end(1.5 / (400.0 + 8.0 * k)) - exact).norm() / 16.0;
    }
    EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.2) << d.name();
  }
}

TEST(Hybrid, refuses_wrong_options) {
  const System bowl = problems::bowl().system;
  support::expect_message([&] { Hybrid(bowl, {.max_events = 0}); },
                          {"Stepper 'hybrid'", "max_events must be at least 1", "0"});
}

}  // namespace
}  // namespace ricochet
