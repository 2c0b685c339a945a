#include "ricochet/backends/newton.hpp"
#include "ricochet/derivatives.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Derivatives of whole runs of `collision`, by its start, its step and every parameter.

namespace ricochet {
namespace {

using support::near;

constexpr double tolerance = 2e-8;  // relative, per column: what differences can promise
constexpr double difference_step = 3e-6;

Problem named(const std::string& name) { return find_problem(name).make(); }

Collision stepper_of(const Problem& problem) {
  return {problem.system, {.discretization = problem.discretization, .backend = newton()}};
}

Trajectory run_of(Stepper& stepper, const State& start, double h, long steps) {
  Trajectory run = simulate(stepper, start, {.h = h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

/// What decides about a path: the entries of g that are hit, step by step.
std::vector<std::pair<size_t, Index>> decisions(const Trajectory& run) {
  std::vector<std::pair<size_t, Index>> hits;
  for (size_t k = 0; k < run.steps.size(); ++k)
    for (const Impact& impact : run.steps[k].impacts) hits.emplace_back(k, impact.constraints[0]);
  return hits;
}

/// The method fixes restitution and friction, and planet = 0 is a switch.
bool varied(const std::string& parameter) {
  return parameter != "restitution" && parameter != "friction" && parameter != "planet";
}

/// d(q, p) at the end / d(q0, p0, parameters, h) by central differences of order 6.
Matrix differences(const Problem& problem, const State& start, double h, long steps, double step) {
  const Index n = problem.system.n();
  const Vector theta = problem.system.parameter_values();
  Vector at(2 * n + 1 + theta.size());
  at << start.q, start.p, theta, h;
  Collision stepper = stepper_of(problem);
  const auto wanted = decisions(run_of(stepper, start, h, steps));
  const std::vector<std::string> names = problem.system.parameter_names();
  const auto end = [&](const Vector& x) -> Vector {
    for (size_t i = 0; i < names.size(); ++i)
      if (varied(names[i])) stepper.set(names[i], x[2 * n + static_cast<Index>(i)]);
    const Trajectory run =
        run_of(stepper, {.q = x.head(n), .p = x.segment(n, n)}, x[x.size() - 1], steps);
    EXPECT_EQ(decisions(run), wanted) << "the differences cross another sequence of impacts";
    Vector z(2 * n);
    z << run.last().state.q, run.last().state.p;
    return z;
  };
  Matrix D = Matrix::Zero(2 * n, at.size());
  for (Index j = 0; j < at.size(); ++j) {
    const bool parameter = j >= 2 * n && j + 1 < at.size();
    if (parameter && !varied(names[static_cast<size_t>(j - 2 * n)])) continue;
    const Vector e = (j + 1 == at.size() ? h : 1.0) * step * Vector::Unit(at.size(), j);
    const auto difference = [&](double k) -> Vector { return end(at + k * e) - end(at - k * e); };
    D.col(j) =
        (45.0 * difference(1) - 9.0 * difference(2) + difference(3)) / (60.0 * e.lpNorm<1>());
  }
  return D;
}

/// Defect of the symplectic form.
double defect(const Matrix& D) {
  const Index n = D.rows() / 2;
  Matrix J = Matrix::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -Matrix::Identity(n, n);
  const Matrix by_start = D.leftCols(2 * n);
  return (by_start.transpose() * J * by_start - J).cwiseAbs().maxCoeff();
}

Matrix derivative(const Stepper& stepper, const Trajectory& run) {
  RunSensitivity sensitivity(stepper);
  EXPECT_EQ(sensitivity.take(run), "");
  return sensitivity.forward(Matrix::Identity(sensitivity.inputs(), sensitivity.inputs()));
}

/// Compares and measures the symplectic form; the decisions of the run are those of its
/// differences.
void expect_derivative(const Problem& problem, const State& start, double h, long steps,
                       size_t hits) {
  Collision stepper = stepper_of(problem);
  const Trajectory run = run_of(stepper, start, h, steps);
  ASSERT_GE(decisions(run).size(), hits);
  const Matrix D = derivative(stepper, run);
  const Matrix expected = differences(problem, start, h, steps, difference_step);
  for (Index j = 0; j < expected.cols(); ++j) {
    const double size = 1.0 + expected.col(j).lpNorm<Eigen::Infinity>();
    EXPECT_LT((D - expected).col(j).lpNorm<Eigen::Infinity>(), tolerance * size) << j;
  }
  EXPECT_LT(defect(D), 1e-11);
}

struct Case {
  std::string name;
  long steps;   ///< until where the derivative is taken
  size_t hits;  ///< impacts on the way, at least
};

class RunsThroughImpacts : public testing::TestWithParam<Case> {};

TEST_P(RunsThroughImpacts, agree_with_differences_and_are_symplectic) {
  const Case& c = GetParam();
  const Problem problem = named(c.name);
  expect_derivative(problem, problem.initial, problem.h, c.steps, c.hits);
}

INSTANTIATE_TEST_SUITE_P(Runs, RunsThroughImpacts,
                         testing::Values(Case{"particle-floor", 30, 0},
                                         Case{"particle-floor", 60, 1},
                                         Case{"particle-floor", 170, 2}, Case{"star", 170, 1},
                                         Case{"disc-billiard", 150, 2}, Case{"ellipse", 130, 2}),
                         [](const auto& tested) {
                           return support::test_name(tested.param.name) + "_" +
                                  std::to_string(tested.param.steps);
                         });

TEST(RunsThroughImpacts, may_have_several_impacts_in_one_step) {
  const Problem corner = find_problem("particle-floor").make({{"wall", 1}});
  expect_derivative(corner, {.q = Vector{{0.3, 0.2}}, .p = Vector{{-2.0, -3.0}}}, 0.3, 1, 2);
}

TEST(RunsThroughImpacts, fail_with_the_impact_time_frozen) {
  // A ball falls onto the floor within one large step.
  const Problem problem = named("particle-floor");
  constexpr double h = 0.5;
  const State start{.q = Vector{{0.0, 0.4}}, .p = Vector{{1.0, -1.0}}};
  Collision stepper = stepper_of(problem);
  const Trajectory run = run_of(stepper, start, h, 1);
  ASSERT_EQ(run.steps[1].impacts.size(), 1U);
  const Matrix D = derivative(stepper, run).leftCols(4);
  // Flights of fixed length on both sides of a reflection of the momentum.
  const Expr q = Expr::sym("q", 2);
  const System free_fall({.name = "free fall", .q = q, .M = Expr::eye(2), .V = 9.81 * q(1)});
  Collision falls(free_fall, {.discretization = problem.discretization, .backend = newton()});
  const Impact& hit = run.steps[1].impacts[0];
  const auto part = [&](const State& from, double tau) -> Matrix {
    return derivative(falls, run_of(falls, from, tau, 1)).leftCols(4);
  };
  const Matrix reflection = Vector{{1.0, 1.0, 1.0, -1.0}}.asDiagonal();
  const Matrix frozen = part({.q = hit.q, .p = hit.p_plus}, (1.0 - hit.alpha) * h) * reflection *
                        part(start, hit.alpha * h);
  const Matrix expected = differences(problem, start, h, 1, difference_step).leftCols(4);
  EXPECT_TRUE(near(D, expected, tolerance));
  EXPECT_GT((frozen - expected).cwiseAbs().maxCoeff(), 0.1);
}

TEST(RunsThroughImpacts, may_have_general_lagrangians) {
  Problem problem = named("particle-floor");
  problem.system = support::polar();
  problem.discretization = midpoint();
  Collision stepper = stepper_of(problem);
  const State start{.q = Vector{{1.0, 0.2}}, .p = Vector{{0.1, 0.9}}};
  const Matrix D = derivative(stepper, run_of(stepper, start, 0.1, 1));
  EXPECT_TRUE(near(D, differences(problem, start, 0.1, 1, difference_step), tolerance));
  EXPECT_LT(defect(D), 1e-12);
}

}  // namespace
}  // namespace ricochet
