#include "ricochet/backends/newton.hpp"
#include "ricochet/derivatives.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "support/matchers.hpp"
#include "support/sanitizer.hpp"

#include <casadi/core/rootfinder.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// A flight as a function: what makes its rows vanish is a run of the method with steps of its
/// size.

namespace ricochet {
namespace {

using casadi::DM;
using casadi::MX;

std::unique_ptr<Stepper> stepper_of(const std::string& problem, double restitution,
                                    const std::string& method = "forced-collision") {
  const Problem made = find_problem(problem).make();
  return make_stepper(
      method, made.system.with("restitution", restitution),
      {.discretization = made.discretization,
       .backend = newton(),
       .law = method == "forced-collision" ? std::optional<Law>(Law::newton) : std::nullopt});
}

DM column(const Vector& v) { return {std::vector<double>(v.begin(), v.end())}; }
Vector vector(const DM& x) {
  const std::vector<double> all = densify(x).nonzeros();
  return Eigen::Map<const Vector>(all.data(), static_cast<Index>(all.size()));
}

/// The flight from a state to its impact: (x, theta, t) -> (T, end), solved for z and T.
struct Solved {
  Solved(const Stepper& stepper, const std::string& contact, Index substeps, double time)
      : flight(flight_function(stepper, contact, substeps)) {
    const MX x = MX::sym("x", flight.size1_in(0)), theta = MX::sym("theta", flight.size1_in(1)),
             t = MX::sym("t"), u = MX::sym("u", 1 + flight.size1_in(4));
    const MX T = time * u(0), z = u(casadi::Slice(1, static_cast<casadi_int>(u.size1())));
    const auto rows = flight(std::vector<MX>{x, theta, T, t, z})[1];
    const casadi::Function find =
        casadi::rootfinder("find", "newton", {{"x", u}, {"p", vertcat(x, theta, t)}, {"g", rows}},
                           {{"abstol", 1e-13}});
    const MX guess = MX::sym("guess", u.size1());
    const MX found = find(std::vector<MX>{guess, vertcat(x, theta, t)})[0];
    const MX end =
        flight(std::vector<MX>{x, theta, time * found(0), t,
                               found(casadi::Slice(1, static_cast<casadi_int>(u.size1())))})[0];
    solve = casadi::Function("solve", {x, theta, t, guess},
                             {time * found(0), end, jacobian(end, vertcat(x, theta)), found});
  }
  casadi::Function flight, solve;
};

/// A ball falls: its method is exact.
TEST(FlightFunction, ends_a_fall_as_the_closed_form_says) {
  if (support::address_sanitizer) GTEST_SKIP() << "it ends programs that load plug-ins of CasADi";
  const auto stepper = stepper_of("particle-floor", 0.8);
  const Solved fall(*stepper, "floor", 8, 0.5);
  const double g = stepper->system().parameter("gravity"), y = 1.0, v = -0.5;
  DM guess = DM::zeros(1 + fall.flight.size1_in(4));
  guess(0) = 1.0;
  for (casadi_int i = 0; i < 8; ++i) guess(2 + 2 * i) = 1.0;
  const auto found = fall.solve(std::vector<DM>{
      column(Vector{{0.2, y, 1.5, v}}), column(stepper->system().parameter_values()), 0.0, guess});
  const double speed = std::sqrt(v * v + 2.0 * g * y), T = (v + speed) / g;
  EXPECT_NEAR(static_cast<double>(found[0]), T, 1e-12);
  const Vector expected{{0.2 + 1.5 * T, 0.0, 1.5, 0.8 * speed}};
  EXPECT_LT((vector(found[1]) - expected).norm(), 1e-11);
  // d speed / dy and dx/dy, by the time of the fall; at a fixed time they would be 0.
  EXPECT_NEAR(static_cast<double>(found[2](3, 1)), 0.8 * g / speed, 1e-10);
  EXPECT_NEAR(static_cast<double>(found[2](0, 1)), 1.5 / speed, 1e-10);
}

/// A run from a start, or the last steps of one from the problem's own start, to its first impact.
std::vector<Step> run_to_impact(Stepper& stepper, const Problem& problem, const State& start) {
  const bool own = start.q.size() == 0;
  std::vector<Step> steps{Step{.state = own ? problem.initial : start}};
  while (steps.back().impacts.empty() && steps.size() < 4000)
    steps.push_back(stepper.advance(steps.back(), own ? problem.h : 0.01));
  if (own) steps.erase(steps.begin(), steps.end() - std::min<Index>(8, std::ssize(steps)));
  return steps;
}

/// What a solver begins with: the places of a run on the way, and its impulse.
DM guess_from(const std::vector<Step>& steps, Index substeps, Index each, Index unknowns) {
  const Impact& impact = steps.back().impacts.front();
  const State& start = steps.front().state;
  Vector guess = Vector::Zero(1 + unknowns);
  guess[0] = 1.0;
  for (Index i = 0; i < substeps; ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(substeps);
    const double at = start.t + share * (impact.t - start.t);
    for (const Step& step : steps)
      if (step.state.t <= at) guess.segment(1 + i * each, start.q.size()) = step.state.q;
  }
  guess[1 + substeps * each] = impact.impulse[0];
  return column(guess);
}

/// Steps of the method, with the duration that the flight has found.
void expect_a_run(const std::string& name, const std::string& method, double restitution,
                  const State& from) {
  SCOPED_TRACE(name + " " + method);
  const auto stepper = stepper_of(name, restitution, method);
  const System& s = stepper->system();
  const std::vector<Step> steps = run_to_impact(*stepper, find_problem(name).make(), from);
  ASSERT_FALSE(steps.back().impacts.empty());
  const Impact impact = steps.back().impacts.front();
  const State start = steps.front().state;
  const Index substeps = 6, each = s.n() + 2 * s.k();  // unknowns of a substep
  const Solved flight(*stepper, s.contacts().name(impact.constraints.front()), substeps,
                      impact.t - start.t);
  Vector x(2 * s.n());
  x << start.q, start.p;
  const auto found =
      flight.solve(std::vector<DM>{column(x), column(s.parameter_values()), start.t,
                                   guess_from(steps, substeps, each, flight.flight.size1_in(4))});
  const double h = static_cast<double>(found[0]) / static_cast<double>(substeps);
  const Trajectory run = simulate(*stepper, start, {.h = h, .steps = substeps - 1});
  ASSERT_TRUE(run.ok()) << run.message();
  for (Index i = 1; i < substeps; ++i) {
    const Vector z = vector(found[3]).segment(1 + (i - 1) * each, s.n());
    EXPECT_LT((z - run.steps[static_cast<size_t>(i)].state.q).norm(), 1e-9 * s.length());
  }
  // A step that is a little longer has the impact in it.
  const Step last = stepper->advance(run.last(), 1.01 * h);
  ASSERT_EQ(last.impacts.size(), 1U);
  const Vector q = vector(found[1]).head(s.n()), p = vector(found[1]).tail(s.n());
  EXPECT_LT((q - last.impacts[0].q).norm(), 1e-9 * s.length());
  if (method == "forced-collision") {  // the law of `collision` has a part in the next flight
    const Trajectory rest = simulate(*stepper, State{.t = run.last().state.t + h, .q = q, .p = p},
                                     {.h = 0.01 * h, .steps = 1});
    EXPECT_LT((rest.last().state.p - last.state.p).norm(), 1e-9 * (1.0 + p.norm()));
  }
  EXPECT_GT((p - last.impacts[0].p_minus).norm(), 1e-2) << "control";
}

TEST(FlightFunction, is_a_run_of_the_method) {
  if (support::address_sanitizer) GTEST_SKIP() << "it ends programs that load plug-ins of CasADi";
  const State above{.q = Vector{{5.5, 0.6}}, .p = Vector{{0.2, -1.0}}};
  expect_a_run("pogo", "forced-collision", 0.7, above);
  expect_a_run("pogo", "collision", 1.0, above);
  expect_a_run("hopper", "forced-collision", 0.5,
               {.t = 0.1, .q = Vector{{0.6, 0.1}}, .p = Vector{{0.0, 0.0}}});
  expect_a_run("double-pendulum-walls", "forced-collision", 0.6, {});
}

TEST(FlightFunction, can_be_written_down_and_read_back) {
  const auto stepper = stepper_of("pogo", 0.7);
  const casadi::Function flight = flight_function(*stepper, "floor", 3);
  const casadi::Function again = casadi::Function::deserialize(flight.serialize());
  EXPECT_EQ(flight.size1_in(4), 3 * 2 + 1);
  EXPECT_EQ(flight.size1_out(1), 3 * 2 + 2);
  EXPECT_EQ(flight.size2_out(2), 3);
  std::vector<DM> in;
  for (casadi_int i = 0; i < 5; ++i) in.push_back(0.5 + DM::ones(flight.size1_in(i)));
  const auto here = flight(in), there = again(in);
  for (size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(support::same_bits(vector(vec(here[i])), vector(vec(there[i]))));
  const casadi::Function free = flight_function(*stepper, "", 3);
  EXPECT_EQ(free.size1_in(4), 3 * 2);
  EXPECT_EQ(free.size1_out(1), 3 * 2);
}

TEST(FlightFunction, refuses_what_cannot_be) {
  const auto stepper = stepper_of("pogo", 0.7);
  support::expect_message([&] { (void)flight_function(*stepper, "flor", 8); },
                          {"flight_function: ", "has no contact 'flor'", "floor"});
  support::expect_message([&] { (void)flight_function(*stepper, "floor", 0); },
                          {"at least 1 substep, not 0"});
  const auto none = make_stepper("moreau-jean", find_problem("bowl").make().system);
  support::expect_message([&] { (void)flight_function(*none, "", 8); },
                          {"states no equations for derivatives"});
  const auto pendulum =
      make_stepper("nonholonomic-collision", find_problem("pendulum-cylinder").make().system);
  support::expect_message([&] { (void)flight_function(*pendulum, "", 8); },
                          {"flight_function: ", "nonholonomic rows"});
  const System ball = find_problem("particle-floor").make().system;
  const auto beta = make_stepper("forced-collision", ball, {.backend = newton(), .law = Law::beta});
  support::expect_message([&] { (void)flight_function(*beta, "", 8); },
                          {"flight_function: ", "the law beta", "take newton"});
  const NonholonomicCollision back(ball, {.backend = newton(), .form = Form::minus});
  support::expect_message([&] { (void)flight_function(back, "", 8); },
                          {"flight_function: ", "go back in time", "(+)"});
}

}  // namespace
}  // namespace ricochet
