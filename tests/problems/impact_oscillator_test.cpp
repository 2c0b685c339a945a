#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

/// The steady orbit of the impact oscillator has a closed form where it does not reach the wall.

namespace ricochet {
namespace {

struct SteadyOrbit {
  double amplitude, omega, phase;

  explicit SteadyOrbit(const System& s) : omega(2.0 * std::numbers::pi * s.parameter("frequency")) {
    const double elastic = s.parameter("stiffness") - s.parameter("mass") * omega * omega,
                 viscous = s.parameter("drag") * omega;
    amplitude = s.parameter("force") / std::hypot(elastic, viscous);
    phase = std::atan2(viscous, elastic);
  }
  [[nodiscard]] double at(double t) const { return amplitude * std::cos(omega * t - phase); }
};

class ImpactOscillator : public testing::Test {
 protected:
  [[nodiscard]] Trajectory run(const System& system, double h, double duration) const {
    const auto stepper =
        make_stepper(problem_.stepper, system, {.discretization = problem_.discretization});
    return simulate(*stepper, problem_.start(system), {.h = h, .steps = std::lround(duration / h)});
  }
  static double largest_error(const Trajectory& made, const SteadyOrbit& orbit) {
    double error = 0.0;
    for (const Step& step : made.steps)
      error = std::max(error, std::abs(step.state.q[0] - orbit.at(step.state.t)));
    return error;
  }
  static size_t impacts(const Trajectory& made) {
    size_t count = 0;
    for (const Step& step : made.steps) count += step.impacts.size();
    return count;
  }

  const Problem problem_ = problems::impact_oscillator();
};

TEST_F(ImpactOscillator, stays_on_its_steady_orbit_below_the_grazing_to_second_order) {
  const System system = problem_.system.with("frequency", 0.6);
  const SteadyOrbit orbit(system);
  ASSERT_LT(orbit.amplitude, system.parameter("distance"));
  const double coarse = largest_error(run(system, 0.02, 12.0), orbit),
               fine = largest_error(run(system, 0.01, 12.0), orbit);
  EXPECT_LT(fine, 1e-3 * orbit.amplitude);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.1);
  const SteadyOrbit other(system.with("frequency", 0.601));
  EXPECT_GT(largest_error(run(system, 0.01, 12.0), other), 1e-2 * orbit.amplitude) << "control";
}

TEST_F(ImpactOscillator, touches_the_wall_where_the_amplitude_reaches_it) {
  for (const double frequency : {0.6, 0.714, 0.716, 0.8, 1.2, 1.3}) {
    const System system = problem_.system.with("frequency", frequency);
    const Trajectory made = run(system, problem_.h, 40.0);
    ASSERT_TRUE(made.ok()) << made.message();
    const bool reaches = SteadyOrbit(system).amplitude > system.parameter("distance");
    EXPECT_EQ(impacts(made) > 0, reaches) << frequency << " Hz";
  }
}

TEST_F(ImpactOscillator, starts_on_its_side_of_the_wall_for_all_parameters) {
  for (const double distance : {0.0, 0.01, 1.0})
    for (const double drag : {0.0, 0.6, 50.0})
      for (const double frequency : {0.01, std::sqrt(40.0) / (2.0 * std::numbers::pi), 30.0}) {
        const System system = problem_.system.with("distance", distance)
                                  .with("drag", drag)
                                  .with("frequency", frequency);
        const State start = problem_.start(system);
        EXPECT_TRUE(violations(system, start).empty())
            << distance << " " << drag << " " << frequency;
      }
}

TEST_F(ImpactOscillator, loses_at_the_wall_what_restitution_says) {
  const System system = problem_.system.with("frequency", 0.9);
  const Trajectory made = run(system, problem_.h, 10.0);
  ASSERT_TRUE(made.ok()) << made.message();
  ASSERT_GT(impacts(made), 3U);
  for (const Step& step : made.steps)
    for (const Impact& impact : step.impacts) {
      EXPECT_NEAR(impact.p_plus[0], -0.8 * impact.p_minus[0], 1e-12);
      EXPECT_NEAR(impact.q[0], 0.05, 1e-12);
    }
}

}  // namespace
}  // namespace ricochet
