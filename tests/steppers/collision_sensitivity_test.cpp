#include "ricochet/steppers/collision_sensitivity.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;
using testing::HasSubstr;

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

/// d(q, p) at the end / d(q0, p0, h, parameters) by central differences of order 6.
Matrix differences(const Problem& problem, const State& start, double h, long steps, double step) {
  const Index n = problem.system.n();
  const Vector theta = problem.system.parameter_values();
  Vector at(2 * n + 1 + theta.size());
  at << start.q, start.p, h, theta;
  Collision stepper = stepper_of(problem);
  const auto wanted = decisions(run_of(stepper, start, h, steps));
  const std::vector<std::string> names = problem.system.parameter_names();
  const auto end = [&](const Vector& x) -> Vector {
    for (size_t i = 0; i < names.size(); ++i)
      if (varied(names[i])) stepper.set(names[i], x[2 * n + 1 + static_cast<Index>(i)]);
    const Trajectory run = run_of(stepper, {.q = x.head(n), .p = x.segment(n, n)}, x[2 * n], steps);
    EXPECT_EQ(decisions(run), wanted) << "the differences cross another sequence of impacts";
    Vector z(2 * n);
    z << run.last().state.q, run.last().state.p;
    return z;
  };
  Matrix D = Matrix::Zero(2 * n, at.size());
  for (Index j = 0; j < at.size(); ++j) {
    if (j > 2 * n && !varied(names[static_cast<size_t>(j - 2 * n - 1)])) continue;
    const Vector e = (j == 2 * n ? h : 1.0) * step * Vector::Unit(at.size(), j);
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

/// Compares and measures the symplectic form; the decisions of the run are those of its
/// differences.
void expect_derivative(const Problem& problem, const State& start, double h, long steps,
                       size_t hits) {
  Collision stepper = stepper_of(problem);
  const Trajectory run = run_of(stepper, start, h, steps);
  ASSERT_GE(decisions(run).size(), hits);
  CollisionSensitivity sensitivity(problem.system, problem.discretization);
  const Sensitivity s = sensitivity.of_run(run);
  ASSERT_TRUE(s.ok()) << s.why_not;
  const Matrix expected = differences(problem, start, h, steps, difference_step);
  for (Index j = 0; j < expected.cols(); ++j) {
    const double size = 1.0 + expected.col(j).lpNorm<Eigen::Infinity>();
    EXPECT_LT((s.D - expected).col(j).lpNorm<Eigen::Infinity>(), tolerance * size) << j;
  }
  EXPECT_LT(defect(s.D), 1e-11);
}

struct Case {
  std::string name;
  long steps;   ///< until where the derivative is taken
  size_t hits;  ///< impacts on the way, at least
};

class Sensitivities : public testing::TestWithParam<Case> {};

TEST_P(Sensitivities, agree_with_differences_and_are_symplectic) {
  const Case& c = GetParam();
  const Problem problem = named(c.name);
  expect_derivative(problem, problem.initial, problem.h, c.steps, c.hits);
}

INSTANTIATE_TEST_SUITE_P(Runs, Sensitivities,
                         testing::Values(Case{"particle-floor", 30, 0},
                                         Case{"particle-floor", 60, 1},
                                         Case{"particle-floor", 170, 2}, Case{"star", 170, 1},
                                         Case{"disc-billiard", 150, 2}, Case{"ellipse", 130, 2}),
                         [](const auto& tested) {
                           return support::test_name(tested.param.name) + "_" +
                                  std::to_string(tested.param.steps);
                         });

TEST(CollisionSensitivity, takes_several_impacts_in_one_step) {
  const Problem corner = find_problem("particle-floor").make({{"wall", 1}});
  expect_derivative(corner, {.q = Vector{{0.3, 0.2}}, .p = Vector{{-2.0, -3.0}}}, 0.3, 1, 2);
}

/// A ball that falls onto the floor within one large step.
struct OneImpact {
  Problem problem = named("particle-floor");
  double h = 0.5;
  Collision stepper = stepper_of(problem);
  Step from{.state = {.q = Vector{{0.0, 0.4}}, .p = Vector{{1.0, -1.0}}}};
  Step to = stepper.advance(from, h);
};

TEST(CollisionSensitivity, fails_with_the_impact_time_frozen) {
  const OneImpact one;
  ASSERT_EQ(one.to.impacts.size(), 1u);
  CollisionSensitivity sensitivity(one.problem.system, one.problem.discretization);
  const Matrix D = sensitivity.of_step(one.from, one.h, one.to).D.leftCols(4);
  // Flights of fixed length on both sides of a reflection of the momentum.
  const Expr q = Expr::sym("q", 2);
  const System free_fall({.name = "free fall", .q = q, .M = Expr::eye(2), .V = 9.81 * q(1)});
  CollisionSensitivity flight(free_fall, one.problem.discretization);
  Collision falls(free_fall, {.discretization = one.problem.discretization, .backend = newton()});
  const Impact& hit = one.to.impacts[0];
  const auto part = [&](const State& start, double tau) -> Matrix {
    const Step from{.state = start};
    return flight.of_step(from, tau, falls.advance(from, tau)).D.leftCols(4);
  };
  const Matrix reflection = Vector{{1.0, 1.0, 1.0, -1.0}}.asDiagonal();
  const Matrix frozen = part({.q = hit.q, .p = hit.p_plus}, (1.0 - hit.alpha) * one.h) *
                        reflection * part(one.from.state, hit.alpha * one.h);
  const Matrix expected =
      differences(one.problem, one.from.state, one.h, 1, difference_step).leftCols(4);
  EXPECT_TRUE(near(D, expected, tolerance));
  EXPECT_GT((frozen - expected).cwiseAbs().maxCoeff(), 0.1);
}

TEST(CollisionSensitivity, tells_the_flights_of_a_step) {
  const OneImpact one;
  CollisionSensitivity sensitivity(one.problem.system, one.problem.discretization);
  std::vector<PathFlight> flights;
  EXPECT_EQ(sensitivity.unfold(one.from, one.h, one.to, flights), "");
  ASSERT_EQ(flights.size(), 2u);
  EXPECT_EQ(flights[0].struck, -1);
  EXPECT_EQ(flights[0].hits, 0);
  EXPECT_EQ(flights[1].struck, 0);
  EXPECT_EQ(flights[1].hits, -1);
  EXPECT_GT(flights[1].impulse, 0.0);
  EXPECT_NEAR(flights[0].tau + flights[1].tau, one.h, 1e-15);
  EXPECT_TRUE(near(flights[1].q1, one.to.state.q, 1e-14));
}

/// Why a step has no derivative.
std::string why_not(const Problem& problem, const Step& from, double h, const Step& to) {
  CollisionSensitivity sensitivity(problem.system, problem.discretization);
  const Sensitivity s = sensitivity.of_step(from, h, to);
  EXPECT_FALSE(s.ok());
  return s.why_not;
}

TEST(CollisionSensitivity, refuses_steps_that_are_more_than_single_impacts) {
  const Problem sphere = named("spring-sphere");
  Collision slides = stepper_of(sphere);
  const Step start{.state = sphere.initial};
  EXPECT_THAT(why_not(sphere, start, sphere.h, slides.advance(start, sphere.h)),
              HasSubstr("is held"));

  const Problem corner = find_problem("particle-floor").make({{"wall", 1}});
  Collision stepper = stepper_of(corner);
  const Step into{.state = {.q = Vector{{0.1, 0.1}}, .p = Vector{{-1.0, -1.0}}}};
  stepper.set("gravity", 0.0);
  EXPECT_THAT(why_not(corner, into, 0.2, stepper.advance(into, 0.2)),
              HasSubstr("2 constraints are hit at once"));

  // A ball thrown up reaches the ceiling late in the step, just before it would turn.
  const Expr q = Expr::sym("q");
  Problem room = named("particle-1d");
  room.system =
      System({.name = "room", .q = q, .M = 1.0, .V = 9.81 * q, .g = {{"ceiling", 1.0 - q}}});
  room.discretization = verlet();
  constexpr double h = 0.01, rise = 0.9 * h, speed = 9.81 * rise + 0.01;
  const Step up{.state = {.q = Vector{{1.0 - speed * rise + 0.5 * 9.81 * rise * rise}},
                          .p = Vector{{speed}}}};
  Collision slow(
      room.system,
      {.discretization = verlet(), .backend = newton(), .slow_impact = SlowImpact::restitution});
  EXPECT_THAT(
      why_not(room, up, h, slow.advance(up, h)),
      HasSubstr("the impact on 'ceiling' at t = 0.009 s does not keep the discrete energy"));
}

TEST(CollisionSensitivity, refuses_a_step_that_its_equations_do_not_give) {
  OneImpact one;
  one.to.state.p[0] += 1e-6;
  EXPECT_THAT(why_not(one.problem, one.from, one.h, one.to),
              HasSubstr("flight 2 does not solve the equations of single impacts"));
  one.to.report.status = StepStatus::grazing;
  EXPECT_THAT(why_not(one.problem, one.from, one.h, one.to), HasSubstr("the step failed: grazing"));
}

TEST(CollisionSensitivity, refuses_runs_with_gaps_and_systems_with_equalities) {
  const Problem problem = named("particle-floor");
  Collision stepper = stepper_of(problem);
  const Trajectory thinned =
      simulate(stepper, problem.initial, {.h = problem.h, .steps = 4, .every = 2});
  CollisionSensitivity sensitivity(problem.system, problem.discretization);
  EXPECT_THAT(sensitivity.of_run(thinned).why_not, HasSubstr("not every step"));
  expect_message([] { CollisionSensitivity(named("cradle").system, midpoint()); },
                 {"'cradle'", "equalities"});
}

TEST(CollisionSensitivity, differentiates_general_lagrangians) {
  const System polar = support::polar();
  Collision stepper(polar, {.discretization = midpoint(), .backend = newton()});
  const Step from{.state = {.q = Vector{{1.0, 0.2}}, .p = Vector{{0.1, 0.9}}}};
  CollisionSensitivity sensitivity(polar, midpoint());
  const Sensitivity s = sensitivity.of_step(from, 0.1, stepper.advance(from, 0.1));
  ASSERT_TRUE(s.ok()) << s.why_not;
  Problem problem = named("particle-floor");
  problem.system = polar;
  problem.discretization = midpoint();
  EXPECT_TRUE(near(s.D, differences(problem, from.state, 0.1, 1, difference_step), tolerance));
  EXPECT_LT(defect(s.D), 1e-12);
}

}  // namespace
}  // namespace ricochet
