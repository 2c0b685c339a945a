#include "figures/rod_reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

TEST(RodReference, has_the_closed_form_of_a_rod_that_falls_from_upright) {
  for (const double a : {0.2, 0.6, 0.9, 1.1}) {
    const double c = std::cos(a);
    EXPECT_NEAR(sticking_ratio(a, 0.0),
                3.0 * std::sin(a) * (3.0 * c - 2.0) / std::pow(3.0 * c - 1.0, 2), 1e-12);
  }
  EXPECT_NEAR(largest_sticking_ratio(0.0), 0.3706, 1e-4);
}

/// Signs of the slip, in order.
std::string signs(double friction, double a0) {
  std::string text;
  for (const Phase& phase : reference_phases({.length = 0.5, .friction = friction}, a0))
    text += phase.slip == 0 ? '0' : phase.slip < 0 ? '-' : '+';
  return text.substr(0, text.size() - 1);
}

TEST(RodReference, knows_the_phases) {
  EXPECT_EQ(signs(0.25, 0.1), "0-+");
  EXPECT_EQ(signs(0.35, 0.1), "0-0+");
  EXPECT_EQ(signs(0.5, 0.1), "0+");
}

TEST(RodReference, begins_to_slip_where_the_closed_form_reaches_the_friction) {
  // While it sticks the rod is a pendulum; the time to the angle a is an integral of 1 / rate.
  const RodOnFloor rod{.length = 0.5, .friction = 0.3};
  constexpr double a0 = 0.1;
  double a = a0;
  while (sticking_ratio(a, a0) < rod.friction) a += 1e-7;
  constexpr int parts = 20000;
  double t = 0.0;  // with a = a0 + x^2, whose integrand is smooth
  const double end = std::sqrt(a - a0);
  for (int i = 0; i < parts; ++i) {
    const double x = end * (i + 0.5) / parts;
    t += end / parts * 2.0 * x /
         std::sqrt(3.0 * rod.gravity / rod.length * (std::cos(a0) - std::cos(a0 + x * x)));
  }
  EXPECT_NEAR(reference_phases(rod, a0).at(1).t, t, 1e-6);
}

TEST(RodReference, lets_a_rod_without_friction_keep_its_middle_above_one_place) {
  // Then the energy gives the speed of the fall: 1/2 (h^2 sin^2 a + J) a'^2 = g h (cos a0 - cos a).
  const RodOnFloor rod{.length = 0.5, .friction = 1e-12};
  constexpr double a0 = 0.1, half = 0.25, J = half * half / 3.0;
  constexpr int parts = 20000;
  const double end = std::sqrt(0.5 * std::numbers::pi - a0);
  double t = 0.0;
  for (int i = 0; i < parts; ++i) {
    const double x = end * (i + 0.5) / parts, a = a0 + x * x, s = std::sin(a);
    const double speed = std::sqrt(2.0 * rod.gravity * half * (std::cos(a0) - std::cos(a)) /
                                   (half * half * s * s + J));
    t += end / parts * 2.0 * x / speed;
  }
  EXPECT_NEAR(reference_phases(rod, a0).back().t, t, 1e-6);
}

}  // namespace
}  // namespace ricochet::cli
