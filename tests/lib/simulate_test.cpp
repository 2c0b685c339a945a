#include "ricochet/simulate.hpp"

#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/matchers.hpp"
#include "support/steppers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using support::expect_message;
using support::FreeFlight;
using support::particle;
using support::same_bits;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

State start(double q = 0.0, double p = 1.0) { return {.q = Vector{{q}}, .p = Vector{{p}}}; }

void expect_refused(const State& from, const SimulateOptions& options,
                    const std::vector<std::string>& fragments) {
  FreeFlight stepper(particle());
  int calls = 0;
  SimulateOptions watched = options;
  watched.on_step = [&](const Step&) { ++calls; };
  expect_message([&] { (void)simulate(stepper, from, watched); }, fragments);
  EXPECT_EQ(calls, 0) << "refused only after some work";
}

TEST(Simulate, refuses_wrong_options) {
  expect_refused(start(), {.h = 0.0, .steps = 1}, {".h must be positive and finite", "not 0"});
  expect_refused(start(), {.h = -0.5, .steps = 1}, {".h must be positive and finite", "-0.5"});
  expect_refused(start(), {.h = nan, .steps = 1}, {".h must be positive and finite", "nan"});
  expect_refused(start(), {.h = infinity, .steps = 1}, {".h must be positive and finite", "inf"});
  expect_refused(start(), {.h = 0.1, .steps = -3}, {".steps must be >= 0", "not -3"});
  expect_refused(start(), {.h = 0.1, .steps = 1, .every = -2}, {".every must be >= 0", "not -2"});
}

TEST(Simulate, refuses_an_unusable_start) {
  const SimulateOptions options{.h = 0.1, .steps = 1};
  expect_refused({.q = Vector::Zero(3), .p = Vector::Zero(1)}, options,
                 {"System 'particle'", "the start's q must have n = 1 entries, not 3"});
  expect_refused({.q = Vector::Zero(1), .p = {}}, options,
                 {"the start's p must have n = 1 entries, not 0"});
  expect_refused(start(nan), options, {"the start's q[0] must be finite, not nan"});
  expect_refused(start(0.0, infinity), options, {"the start's p[0] must be finite, not inf"});
  State late = start();
  late.t = nan;
  expect_refused(late, options, {"the start's t must be finite, not nan"});
}

std::vector<double> recorded_times(long steps, long every) {
  FreeFlight stepper(particle());
  const Trajectory run = simulate(stepper, start(), {.h = 1.0, .steps = steps, .every = every});
  EXPECT_TRUE(run.ok());
  EXPECT_EQ(run.made, steps);
  std::vector<double> times;
  for (const Step& step : run.steps) times.push_back(step.state.t);
  return times;
}

using Times = std::vector<double>;

TEST(Simulate, records_the_start_every_kth_step_and_the_last) {
  EXPECT_EQ(recorded_times(4, 1), (Times{0, 1, 2, 3, 4}));
  EXPECT_EQ(recorded_times(4, 2), (Times{0, 2, 4}));
  EXPECT_EQ(recorded_times(5, 2), (Times{0, 2, 4, 5}));
  EXPECT_EQ(recorded_times(4, 9), (Times{0, 4}));
  EXPECT_EQ(recorded_times(4, 0), (Times{0, 4}));
  EXPECT_EQ(recorded_times(0, 1), (Times{0}));
  EXPECT_EQ(recorded_times(0, 0), (Times{0}));
}

TEST(Simulate, shows_every_certified_step) {
  FreeFlight stepper(particle());
  Times seen;
  const auto on_step = [&](const Step& step) { seen.push_back(step.state.t); };
  (void)simulate(stepper, start(), {.h = 1.0, .steps = 4, .every = 0, .on_step = on_step});
  EXPECT_EQ(seen, (Times{1, 2, 3, 4}));
}

TEST(Simulate, stops_on_request_and_keeps_everything) {
  FreeFlight stepper(particle());
  long asked = 0;
  const Trajectory run =
      simulate(stepper, start(),
               {.h = 1.0, .steps = 100, .every = 2, .stop_requested = [&] { return ++asked > 3; }});
  EXPECT_EQ(run.end.status, StepStatus::interrupted);
  EXPECT_EQ(run.made, 3);
  EXPECT_EQ(run.last().state.t, 3.0) << "the last step is recorded although 3 is not even";
  EXPECT_NE(run.message().find("interrupted"), std::string::npos) << run.message();
}

TEST(Simulate, tells_of_success) {
  FreeFlight stepper(particle());
  const Trajectory run = simulate(stepper, start(), {.h = 0.5, .steps = 4});
  EXPECT_EQ(run.message(), "free-flight on 'particle': 4 steps of h = 0.5 s, 0 of them certified")
      << "this stepper has no certifier";
}

TEST(Simulate, ends_at_a_failure_that_names_step_time_cause_and_cure) {
  FreeFlight stepper(particle(), 2.5);
  const Trajectory run = simulate(stepper, start(), {.h = 1.0, .steps = 10, .every = 2});
  EXPECT_FALSE(run.ok());
  EXPECT_EQ(run.made, 3);
  ASSERT_EQ(run.steps.size(), 3U);  // t = 0, 2 and the last certified one
  EXPECT_EQ(run.last().state.t, 3.0);
  EXPECT_EQ(run.message(),
            "free-flight on 'particle', step 4 from t = 3 s: infeasible: the wall. " +
                explain(StepStatus::infeasible));
}

TEST(Simulate, meets_a_singularity_of_the_potential_as_not_finite) {
  const Expr q = Expr::sym("q");
  const System s({.name = "edge", .q = q, .M = 1.0, .V = sqrt(1.0 - q)});  // no energy for q > 1
  for (const char* backend : {"newton", "ipopt"}) {
    const auto stepper = make_stepper("discrete-smooth", s, {.backend = make_backend(backend)});
    const Trajectory run = simulate(*stepper, start(0.0, 1.0), {.h = 0.1, .steps = 100});
    EXPECT_EQ(run.end.status, StepStatus::not_finite) << backend << ": " << run.message();
    EXPECT_GT(run.made, 2);
    EXPECT_EQ(run.steps.size(), static_cast<size_t>(run.made) + 1);
    EXPECT_LT(run.last().state.q[0], 1.1);  // the midpoint rule looks half a step back
    const std::string message = run.message();
    const std::vector<std::string> parts{
        "discrete-smooth on 'edge'", "step " + std::to_string(run.made + 1) + " from t = 0.",
        " s: not_finite", "Keep the motion away from its singularity"};
    for (const std::string& part : parts)
      EXPECT_NE(message.find(part), std::string::npos) << message << " lacks " << part;
  }
}

void expect_same(const Step& a, const Step& b) {
  EXPECT_EQ(a.state.t, b.state.t);
  EXPECT_TRUE(same_bits(a.state.q, b.state.q));
  EXPECT_TRUE(same_bits(a.state.p, b.state.p));
  EXPECT_TRUE(same_bits(a.force.lambda, b.force.lambda));
  EXPECT_TRUE(same_bits(a.force.mu, b.force.mu));
}

TEST(Simulate, restarted_from_a_stored_step_continues_bit_for_bit) {
  const Problem problem = problems::bowl();
  const auto make = [&] {
    return make_stepper("discrete-smooth", problem.system, {.backend = make_backend("newton")});
  };
  const Trajectory whole = simulate(*make(), problem.initial, {.h = problem.h, .steps = 60});
  ASSERT_TRUE(whole.ok()) << whole.message();
  const Trajectory second = simulate(*make(), whole.steps[25], {.h = problem.h, .steps = 35});
  ASSERT_EQ(second.steps.size(), 36U);
  for (size_t i = 0; i < second.steps.size(); ++i)
    expect_same(second.steps[i], whole.steps[25 + i]);
}

/// A bead on a track at x = 1 above a floor.
System bead() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "bead",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 9.81 * q(1),
                 .f = {{"track", q(0) - 1.0}},
                 .g = {{"floor", q(1)}}});
}

State bead_at(double x, double y, double px = 0.0, double py = 0.0) {
  return {.q = Vector{{x, y}}, .p = Vector{{px, py}}};
}

TEST(Simulate, refuses_a_state_off_its_constraints_and_takes_it_on_request) {
  FreeFlight stepper(bead());
  SimulateOptions options{.h = 0.01, .steps = 1};
  const auto refused = [&](const State& from, const std::vector<std::string>& fragments) {
    expect_message([&] { (void)simulate(stepper, from, options); }, fragments);
  };
  refused(bead_at(1.0, -1e-9), {"System 'bead': the start violates inequality 'floor': g = -1e-09",
                                "project(system, state)", ".violated_start = true"});
  refused(bead_at(1.25, 0.5), {"equality 'track': f = 0.25, expected 0"});
  refused(bead_at(1.0, 0.5, 0.75), {"equality 'track': the start moves off it, F^T v = 0.75"});
  EXPECT_TRUE(simulate(stepper, bead_at(1.0, 0.0, 0.0, -2.0), options).ok())
      << "an approach to the floor is honest motion";
  options.violated_start = true;
  EXPECT_TRUE(simulate(stepper, bead_at(1.25, -1.0, 0.75), options).ok());
}

TEST(Simulate, never_refuses_a_stored_step) {
  FreeFlight stepper(bead());
  const Step stored{.state = bead_at(1.25, -1.0, 0.75)};
  EXPECT_TRUE(simulate(stepper, stored, {.h = 0.01, .steps = 1}).ok());
}

TEST(Simulate, refuses_a_start_whose_energy_or_gradients_are_not_finite) {
  const Expr q = Expr::sym("q");
  const auto refused = [&](const Expr& V, const Expr& g, double from, double momentum,
                           const std::string& fragment) {
    FreeFlight stepper(System({.name = "well", .q = q, .M = 1.0, .V = V, .g = {{"wall", g}}}));
    expect_message(
        [&] { (void)simulate(stepper, start(from, momentum), {.h = 0.1, .steps = 1}); },
        {"the start of 'well': " + fragment, "give other coordinates, momenta or parameters"});
  };
  refused(1.0 / q, q, 0.0, 1.0, "V is inf");
  refused(sqrt(q - 1.0), q, 0.5, 1.0, "V is nan");
  refused(sqrt(q), q + 1.0, 0.0, 1.0, "the gradient of V is inf");
  refused(0.0, sqrt(q), 0.0, 1.0, "the gradient of 'wall' is inf");
  refused(0.0, q, 0.0, 1e200, "the energy is inf");
}

TEST(Simulate, gives_the_start_the_energy_of_the_first_step_where_that_is_the_energy) {
  const System s = support::polar();
  const auto stepper = make_stepper("collision", s, {.backend = make_backend("newton")});
  const State from{.q = Vector{{1.0, 0.0}}, .p = Vector{{0.1, 0.9}}};
  const Trajectory all = simulate(*stepper, from, {.h = 0.01, .steps = 20});
  ASSERT_TRUE(all.ok()) << all.message();
  EXPECT_EQ(all.steps[0].discrete_energy, all.steps[1].discrete_energy);
  const Vector error = energy_error(s, all);
  EXPECT_EQ(error[0], 0.0);
  EXPECT_LT(error.cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_NEAR(all.steps[0].discrete_energy, s.H(from.q, from.p), 1e-4);
  const Trajectory some = simulate(*stepper, from, {.h = 0.01, .steps = 20, .every = 10});
  EXPECT_EQ(some.steps[0].discrete_energy, all.steps[1].discrete_energy) << "not that of step 10";
  EXPECT_EQ(energy_error(s, some)[1], error[10]);
}

}  // namespace
}  // namespace ricochet
