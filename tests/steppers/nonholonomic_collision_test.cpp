#include "ricochet/steppers/nonholonomic_collision.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

Problem named(const std::string& name) { return find_problem(name).make(); }

NonholonomicCollision make(const Problem& problem, NonholonomicCollision::Options options = {}) {
  options.discretization = problem.discretization;
  options.backend = newton();
  return {problem.system, options};
}

/// Largest |omega(q_k) (q_{k+1} - q_k)/h| of the pendulum over the steps without impact.
double worst_row(const Trajectory& run, double h) {
  constexpr double pi = 3.14159265358979323846;
  double worst = 0.0;
  for (size_t k = 0; k + 1 < run.steps.size(); ++k) {
    if (!run.steps[k + 1].impacts.empty()) continue;
    const Vector &q = run.steps[k].state.q, w = (run.steps[k + 1].state.q - q) / h;
    worst = std::max(worst, std::abs(w[1] - (pi + std::pow(std::cos(q[0]), 2)) * w[0]));
  }
  return worst;
}

TEST(NonholonomicCollision, has_three_impacts_of_the_pendulum_in_five_seconds) {
  const Problem problem = named("pendulum-cylinder");
  NonholonomicCollision stepper = make(problem);
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 5000});
  ASSERT_TRUE(run.ok()) << run.message();
  const std::vector<Impact> hits = impacts(run);
  EXPECT_EQ(hits.size(), 3u);
  for (const Impact& hit : hits) EXPECT_NEAR(hit.energy_plus, hit.energy_minus, 1e-9);
  EXPECT_LT(worst_row(run, problem.h), 1e-9);
}

TEST(NonholonomicCollisionSlow, has_seventy_six_impacts_in_a_hundred_seconds) {
  const Problem problem = named("pendulum-cylinder");
  NonholonomicCollision stepper = make(problem);
  long hits = 0;
  const Trajectory run =
      simulate(stepper, problem.initial,
               {.h = 1e-4, .steps = 1000000, .every = 0, .on_step = [&](const Step& step) {
                  hits += static_cast<long>(step.impacts.size());
                }});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(hits, 76);
}

TEST(NonholonomicCollision, is_the_collision_integrator_where_there_are_no_rows) {
  for (const char* name : {"particle-floor", "star", "ellipse"}) {
    const Problem problem = named(name);
    NonholonomicCollision general = make(problem);
    Collision plain(problem.system,
                    {.discretization = problem.discretization, .backend = newton()});
    const SimulateOptions steps{.h = problem.h, .steps = 400};
    const Trajectory a = simulate(general, problem.initial, steps);
    const Trajectory b = simulate(plain, problem.initial, steps);
    ASSERT_TRUE(a.ok() && b.ok()) << a.message() << b.message();
    EXPECT_LT((a.last().state.q - b.last().state.q).norm(), 1e-12) << name;
    EXPECT_LT((a.last().state.p - b.last().state.p).norm(), 1e-12) << name;
  }
}

/// Distance to the start after a step forward and one back.
double there_and_back(const Problem& problem, const Discretization& d, const State& start,
                      double h) {
  const Backend backend = newton();
  NonholonomicCollision plus(problem.system, {.discretization = d, .backend = backend});
  NonholonomicCollision minus(problem.system,
                              {.discretization = d, .backend = backend, .form = Form::minus});
  const Step there = plus.advance({.state = start}, h);
  const Step back = minus.advance(there, h);
  EXPECT_TRUE(there.report.ok() && back.report.ok());
  EXPECT_NEAR(back.state.t, start.t, 1e-15);
  return (back.state.q - start.q).norm();
}

TEST(NonholonomicCollision, is_undone_by_its_minus_form_without_rows) {
  const Problem billiard = named("disc-billiard");
  const State start{.q = Vector{{0.85, 0.1}}, .p = Vector{{1.7, 0.3}}};
  for (const Discretization& d : {midpoint(), verlet(), left_point(), gamma_rule(0.3)})
    EXPECT_LT(there_and_back(billiard, d, start, 0.1), 1e-12) << d.name();
}

TEST(NonholonomicCollision, is_not_undone_by_its_minus_form_with_rows) {
  const Problem pendulum = named("pendulum-cylinder");
  NonholonomicCollision plus = make(pendulum);
  const Trajectory run = simulate(plus, pendulum.initial, {.h = pendulum.h, .steps = 300});
  ASSERT_TRUE(run.ok()) << run.message();
  const auto apart = [&](double h) {
    return there_and_back(pendulum, left_point(), run.last().state, h);
  };
  EXPECT_GT(apart(1e-3), 1e-9);
  EXPECT_LT(apart(1e-3), 0.6 * apart(2e-3)) << "but nearer for smaller steps";
}

TEST(NonholonomicCollision, refuses_what_it_cannot_take_by_name) {
  const Problem pendulum = named("pendulum-cylinder");
  const Discretization mine("mine", 1, false,
                            [](const System& s, const Expr& a, const Expr& b, const Expr& h) {
                              return h * s.L(a, (b - a) / h);
                            });
  support::expect_message([&] { NonholonomicCollision(pendulum.system, {.discretization = mine}); },
                          {"'nonholonomic-collision'", "'mine'", "declares no nodes"});
}

}  // namespace
}  // namespace ricochet
