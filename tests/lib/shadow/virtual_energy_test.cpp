#include "ricochet/shadow/virtual_energy.hpp"

#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::expect_message;

/// Kick-drift-kick with the force -q - c q^3 of a unit mass.
VirtualEnergy::Map verlet_map(double c) {
  return [c](const Vector& q0, const Vector& p0, double h, Vector& q1, Vector& p1) {
    const auto force = [c](double q) { return -q - c * q * q * q; };
    const double kicked = p0[0] + 0.5 * h * force(q0[0]);
    q1 = q0.array() + h * kicked;
    p1 = Vector::Constant(1, kicked + 0.5 * h * force(q1[0]));
    return true;
  };
}

System oscillator(double c) {
  const Expr q = Expr::sym("q");
  return System({.name = "oscillator", .q = q, .M = 1.0, .V = 0.5 * q * q + 0.25 * c * pow(q, 4)});
}

/// Largest change of S_k over 40 s from a start.
double band(double c, int k, double h) {
  VirtualEnergy energy(oscillator(c), verlet(), k);
  const VirtualEnergy::Map map = verlet_map(c);
  Vector q{{1.0}}, p{{0.5}}, q1(1), p1(1);
  const double start = energy.at(q, p, h, map).energy;
  double most = 0.0;
  for (long i = 0; i < std::lround(40.0 / h); ++i) {
    (void)map(q, p, h, q1, p1);
    q = q1;
    p = p1;
    most = std::max(most, std::abs(energy.at(q, p, h, map).energy - start));
  }
  return most;
}

TEST(VirtualEnergy, has_weights_that_sum_to_a_half_of_the_first_moment) {
  EXPECT_DOUBLE_EQ(VirtualEnergy::weights(1)[0], 0.5);
  const std::vector<double> c = VirtualEnergy::weights(2);
  EXPECT_DOUBLE_EQ(c[0], 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(c[1], -1.0 / 12.0);
}

TEST(VirtualEnergy, is_exactly_kept_where_V_is_quadratic_and_only_there) {
  for (const int k : {1, 2, 5}) EXPECT_LT(band(0.0, k, 0.3), 1e-13) << k;
  EXPECT_GT(band(1.0, 2, 0.3), 1e-5);
}

TEST(VirtualEnergy, approaches_H) {
  VirtualEnergy energy(oscillator(1.0), verlet(), 3);
  const auto [E, before, earlier] = energy.at(Vector{{1.0}}, Vector{{0.5}}, 1e-3, verlet_map(1.0));
  EXPECT_NEAR(E, 0.125 + 0.5 + 0.25, 1e-6);
  EXPECT_NEAR(before, E, 1e-9);
  EXPECT_NEAR(earlier, E, 1e-5);
  EXPECT_TRUE(std::isnan(VirtualEnergy(oscillator(1.0), verlet(), 2)
                             .at(Vector{{1.0}}, Vector{{0.5}}, 1e-3, verlet_map(1.0))
                             .earlier));
}

TEST(VirtualEnergy, is_nothing_where_a_virtual_step_fails) {
  VirtualEnergy energy(oscillator(1.0), verlet(), 1);
  const auto fails = [](const Vector&, const Vector&, double h, Vector&, Vector&) {
    return h > 0.0;
  };
  const auto [E, before, earlier] = energy.at(Vector{{1.0}}, Vector{{0.5}}, 0.1, fails);
  EXPECT_TRUE(std::isnan(E));
  EXPECT_TRUE(std::isnan(before));
  EXPECT_TRUE(std::isnan(earlier));
}

TEST(VirtualEnergy, needs_a_step_to_each_side) {
  expect_message([] { (void)VirtualEnergy::weights(0); }, {"VirtualEnergy", "at least 1, not 0"});
}

}  // namespace
}  // namespace ricochet
