#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Elastic bars obey the exact laws of the continuum at CFL 1: contact lasts 2, the contact force
/// is rho c A v0, a bar rebounds with v0, two equal bars swap velocities.

namespace ricochet {
namespace {

using support::near;

constexpr double speed = 0.1, round_off = 1e-13;

Trajectory run(const Problem& problem, const std::string& stepper, StepperOptions options = {}) {
  options.backend = make_backend("newton");
  if (find_stepper(stepper).has_option("discretization"))
    options.discretization = problem.discretization;
  const auto method = make_stepper(stepper, problem.system, options);
  Trajectory made = simulate(*method, problem.initial, {.h = problem.h, .steps = problem.steps()});
  EXPECT_TRUE(made.ok()) << made.message();
  return made;
}

/// The variant that stops the contact node by a multiplier, without projecting momenta.
StepperOptions multiplier_contact() { return {.gradients = Gradients::all, .projection = false}; }

Vector velocities(const Problem& problem, const State& state) {
  return state.p.cwiseQuotient(problem.system.M_now().diagonal());
}

class Bars : public testing::TestWithParam<int> {
 protected:
  int n_ = GetParam();
};

TEST_P(Bars, have_their_data) {
  const Problem wall = find_problem("bar-wall").make({{"n", n_}});
  const Problem pair = find_problem("bar-pair").make({{"n", n_}});
  EXPECT_EQ(wall.h, 1.0 / n_);
  EXPECT_EQ(wall.steps(), 3 * n_);
  EXPECT_EQ(wall.discretization.name(), "verlet");
  EXPECT_NEAR(wall.system.M_now().trace(), 1.0, round_off);
  EXPECT_NEAR(pair.system.M_now().trace(), 2.0, round_off);
  EXPECT_TRUE(near(velocities(wall, wall.initial), Vector::Constant(n_ + 1, -speed), round_off));
  EXPECT_NEAR(pair.system.J(pair.initial.q, pair.initial.p)[0], speed, round_off);
  Vector apart = Vector::Zero(2 * n_ + 2);
  apart[n_] = -0.25;      // last node of bar 1
  apart[n_ + 1] = 0.125;  // first node of bar 2
  EXPECT_EQ(pair.system.g(apart)[0], 0.375);
  EXPECT_EQ(wall.start(wall.system.with("speed", 0.3)).p[0], -0.3 * 0.5 / n_);
}

TEST_P(Bars, meet_a_wall_with_the_exact_force_for_the_exact_time) {
  const Problem problem = find_problem("bar-wall").make({{"n", n_}});
  const Trajectory made = run(problem, "discrete-smooth", multiplier_contact());
  for (long k = 1; k <= 3 * n_; ++k) {
    const Step& step = made.steps[static_cast<size_t>(k)];
    // In the first step the impulse only stops the contact node, whose mass is h/2.
    const double share = k == 1 ? 0.5 : k <= 2 * n_ ? 1.0 : 0.0;
    EXPECT_NEAR(step.force.lambda[0] / problem.h, share * speed, round_off) << k;
  }
}

/// The mean force on the last coordinates in every step.
std::vector<double> forces_on(const Trajectory& made, double h, Index last) {
  std::vector<double> forces;
  for (size_t k = 0; k + 1 < made.steps.size(); ++k)
    forces.push_back(
        (made.steps[k + 1].state.p.tail(last) - made.steps[k].state.p.tail(last)).sum() / h);
  return forces;
}

TEST_P(Bars, press_each_other_with_half_that_force_for_the_exact_time) {
  const Problem problem = find_problem("bar-pair").make({{"n", n_}});
  const Trajectory made = run(problem, "discrete-smooth", multiplier_contact());
  const std::vector<double> forces = forces_on(made, problem.h, n_ + 1);
  for (int k = 0; k < 3 * n_; ++k) {
    const double share = k == 0 ? 0.25 : k < 2 * n_ ? 0.5 : 0.0;
    EXPECT_NEAR(forces[static_cast<size_t>(k)], share * speed, round_off * n_) << k;
  }
}

TEST_P(Bars, without_a_massive_contact_node_feel_the_exact_force_between_two_half_steps) {
  const Problem problem = find_problem("bar-wall").make({{"n", n_}, {"massless", 1}});
  const std::vector<double> forces = forces_on(run(problem, problem.stepper), problem.h, n_);
  for (int k = 0; k < 3 * n_; ++k) {
    const double share = k == 0 || k == 2 * n_ - 1 ? 0.5 : k < 2 * n_ ? 1.0 : 0.0;
    EXPECT_NEAR(forces[static_cast<size_t>(k)], share * speed, round_off * n_) << k;
  }
}

/// E_half = v^T M v / 2 + q_k^T K q_{k+1} / 2 with v the velocity of the step, K = V''.
std::vector<double> half_energies(const Problem& problem, const Trajectory& made) {
  const System& s = problem.system;
  const Expr q = Expr::sym("q", s.n());
  Matrix K(s.n(), s.n());
  Kernel("K", {q, s.parameter_symbols()}, {hessian(s.V(q), q)})(
      {problem.initial.q, s.parameter_values()}, {K});
  std::vector<double> energies;
  for (size_t k = 0; k + 1 < made.steps.size(); ++k) {
    const Vector &from = made.steps[k].state.q, &to = made.steps[k + 1].state.q;
    const Vector v = (to - from) / problem.h;
    energies.push_back(0.5 * v.dot(s.M_now() * v) + 0.5 * from.dot(K * to));
  }
  return energies;
}

TEST_P(Bars, keep_the_half_step_energy_all_the_time_and_not_that_of_the_steps) {
  const Problem problem = find_problem("bar-wall").make({{"n", n_}});
  const System& s = problem.system;
  const Trajectory made = run(problem, "discrete-smooth", multiplier_contact());
  const double E0 = s.H(problem.initial.q, problem.initial.p);
  for (const double E : half_energies(problem, made))
    EXPECT_NEAR(E / E0, 1.0 - 1.0 / (2.0 * n_), 1e3 * round_off);
  const State& squeezed = made.steps[static_cast<size_t>(n_)].state;
  EXPECT_GT(std::abs(s.H(squeezed.q, squeezed.p) / E0 - (1.0 - 1.0 / (2.0 * n_))), 1e-3);
}

TEST(BarsUnderLocatedImpacts, chatter_where_contact_should_last) {
  Problem problem = find_problem("bar-wall").make();
  problem.h *= 0.5;  // CFL 0.5
  const Trajectory made = run(problem, "collision");
  EXPECT_GE(impacts(made).size(), 20U);
  EXPECT_NEAR(made.last().state.p.sum(), speed, 0.1 * speed);  // mass 1
}

TEST_P(Bars, lose_the_energy_of_the_contact_node_to_a_multiplier) {
  for (const auto& [name, share] : {std::pair{"bar-wall", 2.0}, std::pair{"bar-pair", 4.0}}) {
    const Problem problem = find_problem(name).make({{"n", n_}});
    const System& s = problem.system;
    const Trajectory made = run(problem, "discrete-smooth", multiplier_contact());
    const Vector zero = Vector::Zero(s.n());
    const State& parted = made.steps[static_cast<size_t>(2 * n_)].state;  // without strain
    EXPECT_TRUE(near(parted.q.tail(n_), Vector::Constant(n_, parted.q[s.n() - 1]), round_off));
    EXPECT_NEAR(s.H(zero, parted.p) / s.H(zero, problem.initial.p), 1.0 - 1.0 / (share * n_),
                round_off);
  }
}

TEST_P(Bars, move_alike_under_their_own_method_and_a_multiplier) {
  for (const char* name : {"bar-wall", "bar-pair"}) {
    const Problem problem = find_problem(name).make({{"n", n_}});
    const Trajectory own = run(problem, problem.stepper);
    const Trajectory multiplier = run(problem, "discrete-smooth", multiplier_contact());
    for (size_t k = 0; k < own.steps.size(); ++k)
      EXPECT_TRUE(near(own.steps[k].state.q, multiplier.steps[k].state.q, round_off)) << name << k;
  }
}

TEST_P(Bars, keep_their_energy_and_rebound_exactly_with_a_massless_contact_node) {
  const Problem wall = find_problem("bar-wall").make({{"n", n_}, {"massless", 1}});
  EXPECT_EQ(wall.system.m(), 0);
  EXPECT_EQ(wall.system.n(), n_);
  const Trajectory made = run(wall, wall.stepper);
  EXPECT_TRUE(near(velocities(wall, made.last().state), Vector::Constant(n_, speed), round_off));
  EXPECT_NEAR(wall.system.H(made.last().state.q, made.last().state.p),
              wall.system.H(wall.initial.q, wall.initial.p), round_off);
}

TEST_P(Bars, swap_velocities_with_massless_contact_nodes) {
  const Problem pair = find_problem("bar-pair").make({{"n", n_}, {"massless", 1}});
  const Trajectory made = run(pair, pair.stepper);
  Vector swapped = Vector::Zero(2 * n_);
  swapped.tail(n_).setConstant(speed);
  EXPECT_TRUE(near(velocities(pair, made.last().state), swapped, round_off));
}

INSTANTIATE_TEST_SUITE_P(OfSeveralSizes, Bars, testing::Values(2, 5, 20));

}  // namespace
}  // namespace ricochet
