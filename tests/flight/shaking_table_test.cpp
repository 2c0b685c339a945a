#include "ricochet/diagnostics.hpp"
#include "support/rheonomic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

/// A ball on a table that shakes, A sin(omega t) with Gamma = A omega^2 / g, against closed forms.
namespace ricochet {
namespace {

using std::numbers::pi;
using support::one;
using support::run_of;
constexpr double g = support::gravity_on_earth;
constexpr double shakes = 20.0 * pi;  // omega [1/s]

System table(double gamma, double restitution) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  const double amplitude = gamma * g / (shakes * shakes);
  return System({.name = "shaking table",
                 .q = q,
                 .t = t,
                 .M = Expr::eye(1),
                 .V = g * q(0),
                 .g = {{"table", q(0) - amplitude * sin(shakes * t), {.restitution = restitution}}},
                 .length = 0.01,
                 .time = 0.05});
}

/// Phases of the impacts of a ball that leaves the table near the orbit of period one.
std::vector<double> phases(double gamma, double e, double off, long periods) {
  const System s = table(gamma, e);
  const double phase = std::acos(pi * (1.0 - e) / (1.0 + e) / gamma);
  const double amplitude = gamma * g / (shakes * shakes), period = 2.0 * pi / shakes;
  const double t0 = phase / shakes, p = 0.5 * g * period * (1.0 + off);
  const State start{.t = t0, .q = one(amplitude * std::sin(phase) + 1e-13), .p = one(p)};
  const Trajectory run = run_of("forced-collision", s, start, 0.25 * period, 4 * periods);
  std::vector<double> found;
  for (const Impact& impact : impacts(run)) found.push_back(std::fmod(impact.t * shakes, 2.0 * pi));
  return found;
}

TEST(ShakingTable, a_ball_bounces_once_in_each_period) {
  for (const auto& [gamma, e] : {std::pair{1.1, 0.5}, std::pair{1.4, 0.5}, std::pair{0.9, 0.8}}) {
    const double exact = std::acos(pi * (1.0 - e) / (1.0 + e) / gamma);
    const std::vector<double> found = phases(gamma, e, 0.0, 40);
    ASSERT_GE(found.size(), 39u);
    for (const double phase : found) EXPECT_NEAR(phase, exact, 1e-8) << gamma << ", " << e;
  }
}

/// The largest distance of the phases of impacts from 0, that of the orbit which is born there, for
/// a ball that leaves as it would on that orbit.
double wanders(double gamma, double e) {
  const double period = 2.0 * pi / shakes;
  const State start{.q = one(1e-13), .p = one(0.5 * g * period)};
  const Trajectory run = run_of("forced-collision", table(gamma, e), start, 0.25 * period, 4 * 400);
  double most = 0.0;
  for (const Impact& impact : impacts(run))
    most = std::max(most, std::abs(std::remainder(impact.t * shakes, 2.0 * pi)));
  return most;
}

/// At 1.001 times the least shaking the phase is acos(1/1.001) = 0.0447.
TEST(ShakingTable, the_orbit_of_period_one_is_born_within_a_thousandth_of_its_shaking) {
  for (const double e : {0.5, 0.8}) {
    const double least = pi * (1.0 - e) / (1.0 + e);
    EXPECT_GE(phases(1.001 * least, e, 0.0, 400).size(), 399u) << e;
    EXPECT_LT(wanders(1.001 * least, e), 0.1) << e;
    EXPECT_GT(wanders(0.999 * least, e), 0.5) << e;
  }
}

TEST(ShakingTable, below_the_least_shaking_there_is_no_such_orbit) {
  const double least = pi * 0.5 / 1.5;  // e = 0.5
  EXPECT_GE(phases(1.001 * least, 0.5, 0.0, 40).size(), 39u);
  const System s = table(0.95 * least, 0.5);
  const State start{.q = one(1e-13), .p = one(0.5 * g * 2.0 * pi / shakes)};
  const Trajectory run = run_of("forced-collision", s, start, 0.005, 200);
  std::vector<Impact> last = impacts(run);
  ASSERT_FALSE(last.empty());
  const double wanders = std::fmod(last.back().t * shakes, 2.0 * pi);
  EXPECT_GT(std::abs(wanders), 0.1);  // the phase of the orbit that vanishes is 0
}

/// By how much a small deviation of the phase grows per impact.
double growth(double gamma, double e) {
  const double exact = std::acos(pi * (1.0 - e) / (1.0 + e) / gamma);
  const std::vector<double> found = phases(gamma, e, 1e-5, 120);
  const double early = std::abs(found[20] - exact), late = std::abs(found[100] - exact);
  return std::pow(late / early, 1.0 / 80.0);
}

TEST(ShakingTable, the_period_doubles_where_it_has_to) {
  for (const double e : {0.5, 0.8}) {
    const double least = pi * (1.0 - e) / (1.0 + e);
    const double doubles = std::hypot(least, 2.0 * (1.0 + e * e) / ((1.0 + e) * (1.0 + e)));
    EXPECT_NEAR(doubles, e == 0.5 ? 1.526824 : 1.070836, 1e-6);
    EXPECT_LT(growth(0.999 * doubles, e), 1.0);
    EXPECT_GT(growth(1.001 * doubles, e), 1.0);
  }
}

}  // namespace
}  // namespace ricochet
