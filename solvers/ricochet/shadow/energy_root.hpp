#pragma once

#include <algorithm>
#include <cmath>

namespace ricochet {

/// The impulse s d of a reflection that gives an energy: the larger root of F(s) = E(p + s d) - E'.
struct EnergyRoot {
  bool found = false;
  double s = 0.0;
  double least = 0.0;  ///< where F is smallest, s >= 0: what comes nearest where there is no root
};

/// F is nearly a convex parabola, which is fitted at s = 0, 1/2 and 1, with roots near 0 (the
/// motion passes through) and near 1. A reflection exists where F falls at 0: where the impulse
/// acts against the velocity dE/dp. The root behind the minimum is refined by secants to round-off,
/// which is `noise` in F. F(0) is given.
template <class Mismatch>
EnergyRoot larger_root(const Mismatch& F, double F0, double noise) {
  constexpr int most_secants = 60;
  constexpr double exchanged = 1e-13;  // round-off by the energy that the impulse moves
  const double half = F(0.5), one = F(1.0);
  const double a = 2.0 * (one - 2.0 * half + F0), b = one - F0 - a;
  EnergyRoot root{.least = a > 0.0 ? std::max(0.0, -0.5 * b / a) : 0.0};
  const double squared = b * b - 4.0 * a * F0;
  if (!(a > 0.0 && b < 0.0 && squared > 0.0)) return root;
  double slope = std::sqrt(squared);
  root.s = 0.5 * (slope - b) / a;
  double value = F(root.s);
  for (int i = 0; i < most_secants && value != 0.0; ++i) {
    const double next = root.s - value / slope;
    if (!(next > root.least)) return root;
    const double next_value = F(next);
    if (!(std::abs(next_value) < std::abs(value))) break;
    const double secant = (next_value - value) / (next - root.s);
    if (secant > 0.0) slope = secant;
    root.s = next;
    value = next_value;
  }
  root.found = std::abs(value) <= noise + exchanged * slope;
  return root;
}

}  // namespace ricochet
