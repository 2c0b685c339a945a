#include "derivatives/steps.hpp"
#include "ricochet/derivatives.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <stdexcept>

/// Laws of sweeps over stored runs: they are products of the derivatives of the steps.

namespace ricochet {
namespace {

using testing::HasSubstr;

struct StoredRun {
  StoredRun(const std::string& name, const std::string& method, double restitution, long steps,
            double shorter = 1.0)
      : problem(find_problem(name).make()),
        system(problem.system.with("restitution", restitution)) {
    StepperOptions options = find_stepper(method).suited(problem.discretization);
    options.backend = newton();
    stepper = make_stepper(method, system, options);
    trajectory = simulate(*stepper, problem.initial, {.h = problem.h / shorter, .steps = steps});
    EXPECT_TRUE(trajectory.ok()) << trajectory.message();
  }

  [[nodiscard]] Index impacts() const {
    Index count = 0;
    for (const Step& step : trajectory.steps) count += static_cast<Index>(step.impacts.size());
    return count;
  }

  Problem problem;
  System system;
  std::unique_ptr<Stepper> stepper;
  Trajectory trajectory;
};

Matrix derivative(const RunSensitivity& run) {
  return run.forward(Matrix::Identity(run.inputs(), run.inputs()));
}

TEST(RunSensitivity, gives_the_same_forward_and_back) {
  const StoredRun run("pogo", "forced-collision", 0.9, 53);
  ASSERT_GE(run.impacts(), 1);
  RunSensitivity sensitivity(*run.stepper, {.most_impacts = 4});
  ASSERT_EQ(sensitivity.take(run.trajectory), "");
  const Matrix D = derivative(sensitivity);
  for (Index i = 0; i < D.rows(); ++i) {
    const Vector row = sensitivity.adjoint(Vector::Unit(D.rows(), i));
    EXPECT_LT((D.row(i).transpose() - row).cwiseAbs().maxCoeff(),
              1e-13 * D.cwiseAbs().maxCoeff() * 10.0);
  }
  EXPECT_NEAR(sensitivity.growth(), std::log10(D.leftCols(D.rows()).cwiseAbs().maxCoeff()), 1e-12);
}

/// The second derivative is that of the gradient along a direction.
TEST(RunSensitivity, has_the_curvature_of_its_gradient) {
  StoredRun run("particle-floor", "forced-collision", 0.8, 120);
  ASSERT_GE(run.impacts(), 1);
  RunSensitivity sensitivity(*run.stepper);
  const Vector bar{{1.0, 0.5, -0.3, 2.0}};
  Vector direction = Vector::Zero(sensitivity.inputs());
  direction.head(4) << 0.3, 1.0, -0.5, 0.7;
  const auto gradient = [&](double along) {
    State start = run.problem.initial;
    start.q += along * direction.head(2);
    start.p += along * direction.segment(2, 2);
    const Trajectory made = simulate(*run.stepper, start, {.h = run.problem.h, .steps = 120});
    EXPECT_EQ(sensitivity.take(made), "");
    return sensitivity.adjoint(bar);
  };
  const double d = 1e-4;
  const Vector expected =
      (8.0 * (gradient(d) - gradient(-d)) - gradient(2 * d) + gradient(-2 * d)) / (12.0 * d);
  ASSERT_EQ(sensitivity.take(run.trajectory), "");
  const Vector product = sensitivity.hessian_vector(bar, direction);
  EXPECT_LT((product - expected).cwiseAbs().maxCoeff(),
            1e-7 * (1.0 + expected.cwiseAbs().maxCoeff()));
  EXPECT_GT(expected.cwiseAbs().maxCoeff(), 1e-3);
}

/// The derivative of a pogo run by its start, at a time behind its impacts.
Matrix derivative_of_pogo(Law law, double h, double time) {
  const Problem problem = find_problem("pogo").make();
  ForcedCollision stepper(
      problem.system, {.discretization = problem.discretization, .backend = newton(), .law = law});
  const Trajectory run =
      simulate(stepper, problem.initial, {.h = h, .steps = std::lround(time / h)});
  RunSensitivity sensitivity(stepper, {.most_impacts = 1});
  EXPECT_EQ(sensitivity.take(run), "");
  return derivative(sensitivity).leftCols(4);
}

/// Order in h from 0.01 s to an eighth of it, of the mean distance to fine runs at five times.
double order(Law law) {
  double coarse = 0.0, fine = 0.0;
  for (const double time : {0.56, 0.58, 0.60, 0.62, 0.64}) {
    const Matrix exact = derivative_of_pogo(Law::newton, 1e-4, time);
    coarse += (derivative_of_pogo(law, 0.01, time) - exact).norm();
    fine += (derivative_of_pogo(law, 0.00125, time) - exact).norm();
  }
  return std::log2(coarse / fine) / 3.0;
}

TEST(RunSensitivity, converges_at_order_two_with_a_law_of_the_momentum) {
  EXPECT_NEAR(order(Law::newton), 2.0, 0.2);
}

/// The price of keeping E_d: the energy that an impact adds depends on when it is.
TEST(RunSensitivity, converges_at_order_one_with_the_energy_law) {
  EXPECT_NEAR(order(Law::elastic), 1.0, 0.2);
}

/// States on the way are ends of shorter runs.
TEST(RunSensitivity, knows_the_derivatives_of_all_states) {
  const StoredRun run("pogo", "forced-collision", 0.9, 53);
  RunSensitivity sensitivity(*run.stepper, {.most_impacts = 4});
  ASSERT_EQ(sensitivity.take(run.trajectory), "");
  const Matrix all = Matrix::Identity(sensitivity.inputs(), sensitivity.inputs());
  const std::vector<Matrix> along = sensitivity.along(all);
  ASSERT_EQ(along.size(), 54U);
  EXPECT_EQ(along.front(), all.topRows(4));
  EXPECT_EQ(along.back(), derivative(sensitivity));
  const Trajectory shorter =
      simulate(*run.stepper, run.problem.initial, {.h = run.problem.h, .steps = 40});
  ASSERT_EQ(sensitivity.take(shorter), "");
  EXPECT_EQ(along[40], derivative(sensitivity));
  EXPECT_NE(along[39], derivative(sensitivity)) << "control";
}

TEST(RunSensitivity, takes_runs_with_other_values_of_parameters) {
  StoredRun run("pogo", "forced-collision", 0.9, 53);
  RunSensitivity sensitivity(*run.stepper, {.most_impacts = 4});
  run.stepper->set("stiffness", 11.0);
  const Trajectory other =
      simulate(*run.stepper, run.problem.initial, {.h = run.problem.h, .steps = 53});
  EXPECT_NE(sensitivity.take(other), "") << "control";
  sensitivity.set_parameters(run.stepper->system().parameter_values());
  ASSERT_EQ(sensitivity.take(other), "");
  RunSensitivity anew(*run.stepper, {.most_impacts = 4});
  ASSERT_EQ(anew.take(other), "");
  EXPECT_EQ(derivative(sensitivity), derivative(anew));
}

/// Steps between those that are kept are made again: a restart gives the same bits.
TEST(RunSensitivity, has_the_same_bits_with_little_memory) {
  const StoredRun run("pogo", "forced-collision", 0.9, 500, 10.0);
  ASSERT_GE(run.impacts(), 1);
  RunSensitivity all(*run.stepper, {.most_impacts = 4});
  RunSensitivity little(*run.stepper, {.most_impacts = 4, .memory = 1e4});
  ASSERT_EQ(all.take(run.trajectory), "");
  ASSERT_EQ(little.take(run.trajectory), "");
  EXPECT_EQ(all.held(), 500);
  EXPECT_LE(little.held(), 23 + 22);  // of 22 windows of ceil(sqrt(500)) steps
  const Vector bar{{1.0, 0.5, -0.3, 2.0}}, direction = Vector::Ones(all.inputs());
  EXPECT_EQ(derivative(all), derivative(little));
  EXPECT_EQ(all.adjoint(bar), little.adjoint(bar));
  EXPECT_EQ(all.hessian_vector(bar, direction), little.hessian_vector(bar, direction));
  EXPECT_EQ(all.along(direction), little.along(direction));
  EXPECT_EQ(all.tangents(), little.tangents());
  EXPECT_EQ(all.growth(), little.growth());
  EXPECT_LE(little.held(), 23 + 22);
}

/// What a sweep says instead of an answer; empty if it answers.
std::string refusal(const std::function<void()>& sweep) {
  try {
    sweep();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return {};
}

/// A state moved by round-off passes as a step, but its window is made again without it.
TEST(RunSensitivity, refuses_windows_that_end_elsewhere_when_they_are_made_again) {
  const StoredRun run("pogo", "forced-collision", 0.9, 500, 10.0);
  RunSensitivity little(*run.stepper, {.most_impacts = 4, .memory = 1e4});
  const auto sweep = [&] { (void)derivative(little); };
  for (const size_t moved : {2U * 23U, 500U}) {  // the start of a window of 23 steps, and the end
    Trajectory other = run.trajectory;
    other.steps[moved].state.p *= 1.0 + 1e-15;
    ASSERT_NE(other.steps[moved].state.p, run.trajectory.steps[moved].state.p);
    ASSERT_EQ(little.take(other), "");
    for (int again = 0; again < 2; ++again)
      EXPECT_THAT(refusal(sweep), HasSubstr("RunSensitivity: step " + std::to_string(moved) +
                                            ": made again, it ends elsewhere"));
    ASSERT_EQ(little.take(run.trajectory), "");
    EXPECT_EQ(refusal(sweep), "") << "control";
  }
}

TEST(RunSensitivity, refuses_sweeps_without_a_run) {
  const StoredRun run("pogo", "forced-collision", 0.9, 53);
  RunSensitivity sensitivity(*run.stepper, {.most_impacts = 4});
  const Vector bar = Vector::Ones(4), direction = Vector::Ones(sensitivity.inputs());
  const std::vector<std::function<void()>> sweeps{
      [&] { (void)sensitivity.forward(direction); },
      [&] { (void)sensitivity.along(direction); },
      [&] { (void)sensitivity.adjoint(bar); },
      [&] { (void)sensitivity.hessian_vector(bar, direction); },
      [&] { (void)sensitivity.tangents(); },
      [&] { (void)sensitivity.growth(); }};
  const auto all_are = [&](const std::string& what) {
    for (const auto& sweep : sweeps) EXPECT_EQ(refusal(sweep).substr(0, 31), what);
  };
  const std::string refused = "RunSensitivity: there is no run";
  all_are(refused);
  ASSERT_EQ(sensitivity.take(run.trajectory), "");
  all_are("");
  sensitivity.set_parameters(run.system.parameter_values());
  all_are(refused);
  Trajectory moved = run.trajectory;
  moved.steps[5].state.q[0] += 1e-6;
  ASSERT_EQ(sensitivity.take(run.trajectory), "");
  ASSERT_NE(sensitivity.take(moved), "");
  all_are(refused);
}

TEST(RunSensitivity, takes_runs_with_every_kth_step_recorded) {
  const StoredRun run("pogo", "forced-collision", 0.9, 500, 10.0);
  RunSensitivity all(*run.stepper, {.most_impacts = 4}), some(*run.stepper, {.most_impacts = 4});
  ASSERT_EQ(all.take(run.trajectory), "");
  for (const long every : {7, 50, 600, 0}) {
    const auto stepper = run.stepper->clone();
    Trajectory sparse = simulate(*stepper, run.problem.initial,
                                 {.h = run.trajectory.h, .steps = 500, .every = every});
    ASSERT_EQ(some.take(sparse), "");
    EXPECT_EQ(derivative(all), derivative(some));
    sparse.steps.back().state.q[0] += 1e-9;
    EXPECT_THAT(some.take(sparse), HasSubstr("made again, it ends elsewhere")) << "control";
  }
}

TEST(RunSensitivity, refuses_negative_options) {
  const StoredRun run("particle-floor", "collision", 1.0, 1);
  support::expect_message([&] { RunSensitivity none(*run.stepper, {.most_impacts = -1}); },
                          {".most_impacts must be >= 0, not -1"});
  support::expect_message([&] { RunSensitivity none(*run.stepper, {.memory = -1.0}); },
                          {".memory must be >= 0 bytes, not -1"});
}

TEST(RunSensitivity, says_why_a_run_has_no_derivative) {
  const StoredRun run("particle-floor", "collision", 1.0, 60);
  RunSensitivity none(*run.stepper, {.most_impacts = 0});
  EXPECT_THAT(none.take(run.trajectory),
              HasSubstr("it has 1 impacts, more than .most_impacts = 0"));
  RunSensitivity some(*run.stepper);
  Trajectory gaps = run.trajectory;
  gaps.steps.erase(gaps.steps.begin() + 3);
  EXPECT_EQ(some.take(gaps), "its steps are not recorded at equal distances");
  Trajectory moved = run.trajectory;
  moved.steps[5].state.q[0] += 1e-6;
  EXPECT_THAT(some.take(moved), HasSubstr("step 5"));
}

}  // namespace
}  // namespace ricochet
