#include "figures/rod_reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

constexpr double dt = 1e-4;  // [s]

/// Angle from the vertical, its rate, and the slip speed of the foot, forwards as the rod falls.
using Fall = std::array<double, 3>;

Fall along(const Fall& z, const Fall& rate, double step) {
  return {z[0] + step * rate[0], z[1] + step * rate[1], z[2] + step * rate[2]};
}

/// Forces of the floor on a foot that sticks, per mass.
struct Reaction {
  double normal = 0.0, friction = 0.0;
};

Reaction of_sticking(const RodOnFloor& rod, const Fall& z) {
  const double half = 0.5 * rod.length, c = std::cos(z[0]), s = std::sin(z[0]);
  const double turning = 0.75 * rod.gravity / half * s;
  return {rod.gravity - half * (s * turning + c * z[1] * z[1]),
          half * (c * turning - s * z[1] * z[1])};
}

/// The derivative while the foot sticks (slip 0) or slips with the friction -slip mu N.
Fall rate(const RodOnFloor& rod, const Fall& z, int slip) {
  const double half = 0.5 * rod.length, c = std::cos(z[0]), s = std::sin(z[0]);
  if (slip == 0) return {z[1], 0.75 * rod.gravity / half * s, 0.0};
  const double arm = 3.0 * (s + slip * rod.friction * c) / half;  // turning per normal force
  const double normal = (rod.gravity - half * c * z[1] * z[1]) / (1.0 + half * s * arm);
  const double turning = arm * normal;
  return {z[1], turning, -slip * rod.friction * normal - half * (c * turning - s * z[1] * z[1])};
}

Fall advanced(const RodOnFloor& rod, const Fall& z, int slip, double step) {
  const Fall k1 = rate(rod, z, slip), k2 = rate(rod, along(z, k1, 0.5 * step), slip),
             k3 = rate(rod, along(z, k2, 0.5 * step), slip),
             k4 = rate(rod, along(z, k3, step), slip);
  Fall mean;
  for (size_t i = 0; i < 3; ++i) mean[i] = (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
  return along(z, mean, step);
}

/// Above 0 while the phase lasts.
double lasts(const RodOnFloor& rod, const Fall& z, int slip) {
  if (slip != 0) return slip * z[2];
  const Reaction floor = of_sticking(rod, z);
  return rod.friction * floor.normal - std::abs(floor.friction);
}

/// What follows on a phase: sticking if the floor can hold the foot, else slip against the force
/// that would.
int next_phase(const RodOnFloor& rod, const Fall& z) {
  const Reaction floor = of_sticking(rod, z);
  if (std::abs(floor.friction) < rod.friction * floor.normal) return 0;
  return floor.friction > 0.0 ? -1 : 1;
}

}  // namespace

double sticking_ratio(double a, double a0) {
  const double c = std::cos(a), s = std::sin(a), fallen = std::cos(a0) - c;
  return 3.0 * s * (3.0 * c - 2.0 * std::cos(a0)) / (4.0 - 3.0 * s * s - 6.0 * c * fallen);
}

double largest_sticking_ratio(double a0) {
  double largest = 0.0;
  for (double a = a0; a < 0.25 * std::numbers::pi; a += 1e-5)
    largest = std::max(largest, sticking_ratio(a, a0));
  return largest;
}

std::vector<Phase> reference_phases(const RodOnFloor& rod, double a0) {
  Fall z{a0, 0.0, 0.0};
  double t = 0.0;
  std::vector<Phase> phases{{0.0, 0}};
  const auto upright = [](const Fall& at) { return 0.5 * std::numbers::pi - at[0]; };
  while (upright(z) > 0.0) {
    const int slip = phases.back().slip;
    const auto ends = [&](const Fall& at) {
      return upright(at) <= 0.0 || lasts(rod, at, slip) < 0.0;
    };
    const Fall whole = advanced(rod, z, slip, dt);
    if (!ends(whole)) {
      z = whole;
      t += dt;
      continue;
    }
    double before = 0.0, after = dt;
    while (after - before > 1e-14) {
      const double middle = 0.5 * (before + after);
      (ends(advanced(rod, z, slip, middle)) ? after : before) = middle;
    }
    z = advanced(rod, z, slip, after);
    t += after;
    if (upright(z) <= 0.0) break;
    z[2] = 0.0;
    phases.push_back({t, next_phase(rod, z)});
    z = advanced(rod, z, phases.back().slip, 1e-9);  // away from the change
    t += 1e-9;
  }
  phases.push_back({t, 0});
  return phases;
}

}  // namespace ricochet::cli
