#pragma once

#include <cmath>

namespace ricochet {

/// The largest share s in [0, 1] of a restitution under which the impulses of an impact do no work,
/// W(s) <= noise. `whole` is W(1), above the noise; W is asked for at other shares. 0 if W(0) is
/// not below the noise either.
///
/// While the same contacts are pressed and none slides, what comes back is s times a fixed
/// velocity, orthogonal to the rest of the velocity in the metric of the masses. So W = A + B s^2
/// with B >= 0, and the first secant in s^2 meets the root. The Illinois method finds it where
/// contacts part or slide.
template <class Work>
double largest_share(const Work& W, double whole, double noise) {
  constexpr int most_trials = 100;
  constexpr double narrow = 1e-15;  // of s^2, between which W jumps
  double low = 0.0, high = 1.0;     // s^2
  double at_low = W(0.0), at_high = whole;
  if (!(at_low < -noise)) return 0.0;
  int side = 0;  // that stayed in the last trial, whose value is halved if it stays again
  for (int i = 0; i < most_trials && high - low > narrow; ++i) {
    double next = low + (high - low) * (at_low / (at_low - at_high));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double share = std::sqrt(next), value = W(share);
    if (std::abs(value) <= noise) return share;
    if (value < 0.0) {
      low = next;
      at_low = value;
      if (side < 0) at_high *= 0.5;
      side = -1;
    } else {
      high = next;
      at_high = value;
      if (side > 0) at_low *= 0.5;
      side = 1;
    }
  }
  return std::sqrt(low);
}

}  // namespace ricochet
