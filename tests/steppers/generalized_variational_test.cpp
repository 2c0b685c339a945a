#include "ricochet/steppers/generalized_variational.hpp"

#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace ricochet {
namespace {

Trajectory run_of(const std::string& name, GeneralizedVariational::Options options, long steps,
                  double of_step = 1.0) {
  const Problem problem = find_problem(name).make();
  options.discretization = problem.discretization;
  options.backend = newton();
  GeneralizedVariational stepper(problem.system, options);
  Trajectory run = simulate(stepper, problem.initial, {.h = of_step * problem.h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

double spread(const Vector& v) { return v.maxCoeff() - v.minCoeff(); }

TEST(GeneralizedVariational, keeps_the_energy_of_the_oscillator_in_a_band) {
  const System system = problems::oscillator().system;
  const Trajectory run = run_of("oscillator", {}, 5000);
  const Vector E = energy(system, run);
  EXPECT_LT(spread(E), 0.03 * std::abs(E[0]));  // [KP12] fig 8.2: within 3 %
  EXPECT_LT(momentum_error(system, run).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_GT(impacts(run).size(), 100u);
}

TEST(GeneralizedVariational, breaks_angular_momentum_with_gradients_at_the_predictor) {
  const System system = problems::spring_sphere_mixed().system;
  const Trajectory start = run_of("spring-sphere-mixed", {}, 200);
  EXPECT_LT(momentum_error(system, start).cwiseAbs().maxCoeff(), 1e-11);
  const Trajectory ahead = run_of("spring-sphere-mixed", {.gradients = Gradients::predictor}, 200);
  EXPECT_GT(momentum_error(system, ahead).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(GeneralizedVariational, keeps_one_particle_sliding_while_the_other_bounces) {
  const System system = problems::spring_sphere_mixed().system;
  const Trajectory run = run_of("spring-sphere-mixed", {}, 200);
  const Matrix gap = gaps(system, run);
  EXPECT_LT(gap.col(1).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_GT(gap.col(0).maxCoeff(), 0.1);
  EXPECT_GT(impacts(run).size(), 20u);
}

TEST(GeneralizedVariational, drifts_less_when_reflecting_with_the_numerical_hamiltonian) {
  const System system = find_problem("lennard-jones").make().system;
  // The motion is chaotic, so one run tells little: five that part from each other at once.
  const auto drift = [&](const Energy& energy) {
    double sum = 0.0;
    for (int k = 0; k < 5; ++k) {
      const Trajectory run = run_of("lennard-jones", {.energy = energy}, 4000, 1.0 + 1e-6 * k);
      const Vector error = energy_error(system, run);
      sum += std::abs(error.tail(500).mean() - error.head(500).mean());
    }
    return sum;
  };
  EXPECT_LT(drift(Energy::numerical), 0.5 * drift(Energy::continuous));
}

TEST(GeneralizedVariational, conserves_a_sharp_invariant_of_the_pogo_stick) {
  // For Verlet and a quadratic potential, reflecting with H conserves H - h^2/8 V'^T M^-1 V'.
  const Problem problem = find_problem("pogo").make();
  const Trajectory run = run_of("pogo", {}, 20000);
  const Expr q = Expr::sym("q", 2);
  Kernel force("dV", {q, problem.system.parameter_symbols()}, {gradient(problem.system.V(q), q)});
  const Vector H = energy(problem.system, run);
  Vector I(H.size()), dV(2);
  for (Index k = 0; k < I.size(); ++k) {
    force({run.steps[static_cast<size_t>(k)].state.q, problem.system.parameter_values()}, {dV});
    I[k] = H[k] - problem.h * problem.h / 8.0 * dV.squaredNorm();
  }
  EXPECT_LT(spread(I), 1e-9);
  EXPECT_GT(spread(H), 0.1);  // H itself oscillates
}

TEST(GeneralizedVariational, keeps_rods_and_energy_of_the_cradle) {
  const System system = find_problem("cradle").make().system;
  const Trajectory run = run_of("cradle", {}, 1000);
  EXPECT_LT(equality_error(system, run).maxCoeff(), 1e-12);
  EXPECT_LT(spread(energy(system, run)), 0.002);
}

TEST(GeneralizedVariational, swings_both_pulled_balls_over_to_the_other_side) {
  const Trajectory run = run_of("cradle", {}, 103);  // half a period after the impact
  const Vector& q = run.last().state.q;
  EXPECT_GT(q[6] - 1.5, 0.5);  // ball 3
  EXPECT_GT(q[8] - 2.0, 0.5);  // ball 4
  EXPECT_LT(std::abs(q[0]), 0.05);
}

TEST(GeneralizedVariational, passes_the_speeds_of_a_touching_chain_through) {
  for (const int moving : {1, 2, 3, 4}) {
    const Problem problem = find_problem("ball-chain").make({{"moving", moving}});
    for (const Backend& backend : {newton(), ipopt(), automatic()}) {
      GeneralizedVariational stepper(problem.system, {.backend = backend});
      const Step next = stepper.advance({.state = problem.initial}, problem.h);
      ASSERT_TRUE(next.report.ok()) << next.report.message;
      EXPECT_LT((next.state.p - problem.initial.p.reverse()).norm(), 1e-13) << backend.name();
    }
  }
}

TEST(GeneralizedVariational, leaves_the_crest_smoothly_and_once) {
  const Trajectory run = run_of("crest", {}, 100);
  int changes = 0;
  for (size_t k = 2; k < run.steps.size(); ++k)
    changes += run.steps[k].contacts.held.size() != run.steps[k - 1].contacts.held.size();
  EXPECT_EQ(changes, 1);
  EXPECT_TRUE(impacts(run).empty());
}

TEST(GeneralizedVariational, slides_on_only_with_the_strict_comparison) {
  // A step lands exactly on the contact point: "<=" reflects early, "<" lets it land and stay.
  const Trajectory strict = run_of("tangential-approach", {.strict = true}, 64);
  EXPECT_TRUE(impacts(strict).empty());
  EXPECT_EQ(strict.last().contacts.held.size(), 1u);
  EXPECT_FALSE(impacts(run_of("tangential-approach", {}, 64)).empty());
}

TEST(GeneralizedVariational, returns_through_impacts_when_run_backwards) {
  for (const char* name : {"particle-1d", "oscillator", "normal-impact"}) {
    const Problem problem = find_problem(name).make();
    GeneralizedVariational stepper(problem.system, {.backend = newton()});
    const SimulateOptions options{.h = problem.h, .steps = 60};
    const Trajectory there = simulate(stepper, problem.initial, options);
    ASSERT_TRUE(there.ok()) << there.message();
    ASSERT_GE(impacts(there).size(), 1u) << name;
    State turned = there.last().state;
    turned.p = -turned.p;
    const Trajectory back = simulate(stepper, turned, options);
    ASSERT_TRUE(back.ok()) << back.message();
    EXPECT_LT((back.last().state.q - problem.initial.q).norm(), 1e-9) << name;
    EXPECT_LT((back.last().state.p + problem.initial.p).norm(), 1e-9) << name;
  }
}

TEST(GeneralizedVariational, predicts_with_or_without_equalities) {
  const Trajectory free = run_of("cradle", {}, 300);
  const Trajectory bilateral = run_of("cradle", {.predictor = Predictor::bilateral}, 300);
  EXPECT_LT((free.last().state.q - bilateral.last().state.q).norm(), 0.1);
}

TEST(GeneralizedVariational, refuses_what_it_cannot_take_by_name) {
  const Expr q = Expr::sym("q", 1), v = Expr::sym("v", 1);
  const System lagrangian({.name = "free", .q = q, .v = v, .L = 0.5 * v * v});
  EXPECT_THROW(GeneralizedVariational{lagrangian}, std::invalid_argument);
  const System bowl = problems::bowl().system;
  EXPECT_THROW(GeneralizedVariational(bowl, {.gradients = Gradients::all}), std::invalid_argument);
  EXPECT_THROW(GeneralizedVariational{bowl.with("friction", 0.1)}, std::invalid_argument);
  EXPECT_THROW(
      GeneralizedVariational(bowl, {.discretization = left_point(), .energy = Energy::numerical}),
      std::invalid_argument);
}

TEST(GeneralizedVariational, logs_each_impact_with_its_impulse_and_energies) {
  const Trajectory run = run_of("particle-1d", {}, 60);
  const std::vector<Impact> hits = impacts(run);
  ASSERT_GE(hits.size(), 3u);
  for (const Impact& hit : hits) {
    EXPECT_EQ(hit.constraints, std::vector<Index>{0});
    EXPECT_NEAR(hit.impulse[0], -2.0 * hit.p_minus[0], 1e-12);
    EXPECT_NEAR(hit.energy_plus, hit.energy_minus, 1e-12);
  }
}

}  // namespace
}  // namespace ricochet
