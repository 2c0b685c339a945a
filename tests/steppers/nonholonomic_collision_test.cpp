#include "ricochet/steppers/nonholonomic_collision.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/io/report.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"
#include "support/order.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

/// A number list of the step in a report.
Vector reported(const nlohmann::json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

TEST(NonholonomicCollision, reports_the_impulses_of_its_rows) {
  const Problem problem = named("pendulum-cylinder");
  const System& s = problem.system;
  const Expr q0 = Expr::sym("q0", 2), q1 = Expr::sym("q1", 2), h = Expr::sym("h");
  for (const Discretization& rule : {left_point(), midpoint()}) {
    NonholonomicCollision stepper(s, {.discretization = rule, .backend = newton()});
    const State start = problem.start(s, midpoint(), 1e-9);
    const Step next = stepper.advance({.state = start}, problem.h);
    ASSERT_TRUE(next.report.ok() && next.impacts.empty()) << next.report.message;
    const auto step = nlohmann::json::parse(to_json({.last = next})).at("resume").at("step");
    Kernel terms("terms", {q0, q1, h, s.parameter_symbols()},
                 {rule.D1Ld(s, q0, q1, h), densify(s.omega(q0))});
    Vector D1Ld(2);
    Matrix omega(1, 2);
    terms({start.q, reported(step.at("state").at("q")), problem.h, s.parameter_values()},
          {D1Ld, omega});
    const Vector kappa = reported(step.at("force").at("kappa"));
    ASSERT_EQ(kappa.size(), 1);
    EXPECT_LT((start.p + D1Ld + omega.transpose() * kappa).norm(), 1e-12) << rule.name();
    EXPECT_GT(kappa.norm(), 1e-6) << rule.name();
  }
}

/// Order of positions of the pendulum before its first impact; with `given` from one momentum, else
/// from that which each step size makes of the start's velocities.
double order_of_pendulum(const Discretization& rule, bool given) {
  constexpr double duration = 0.2;
  const Problem problem = named("pendulum-cylinder");
  const Vector p0 = problem.start(problem.system, midpoint(), 1e-9).p;
  const auto end = [&](const Discretization& d, const Vector& p, double h) -> Vector {
    NonholonomicCollision stepper(problem.system, {.discretization = d, .backend = newton()});
    const Trajectory run = simulate(stepper, {.q = problem.initial.q, .p = p},
                                    {.h = h, .steps = std::lround(duration / h)});
    EXPECT_TRUE(run.ok() && impacts(run).empty()) << run.message();
    return run.last().state.q;
  };
  const Vector exact = end(midpoint(), p0, duration / 4096);
  const auto error = [&](double h) {
    return (end(rule, given ? p0 : problem.start(problem.system, rule, h).p, h) - exact).norm();
  };
  return support::observed_order(error, duration / 16, 4).order;
}

TEST(NonholonomicCollision, has_the_order_of_its_rule_between_impacts) {
  EXPECT_NEAR(order_of_pendulum(midpoint(), true), 2.0, 0.05);
  EXPECT_NEAR(order_of_pendulum(left_point(), true), 1.0, 0.1);
}

TEST(NonholonomicCollisionControl, is_of_first_order_from_velocities_with_any_rule) {
  EXPECT_NEAR(order_of_pendulum(midpoint(), false), 1.0, 0.1);
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
