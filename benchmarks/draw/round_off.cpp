#include "draw/round_off.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

constexpr double relative = 1e-12;

double limit_of(double scale) { return relative * (scale > 0.0 ? scale : 1.0); }

/// Largest absolute value of what is finite.
double size_of(const Vector& x) {
  double size = 0.0;
  for (const double value : x)
    if (std::isfinite(value)) size = std::max(size, std::abs(value));
  return size;
}

}  // namespace

double energy_round_off(const System& system, const std::vector<Sample>& samples,
                        double energy_initial) {
  double scale = std::isfinite(energy_initial) ? std::abs(energy_initial) : 0.0;
  if (system.separable())
    for (const Sample& sample : samples) {
      const Vector& p = sample.state.p;
      const double kinetic = sample.energy - system.H(sample.state.q, Vector::Zero(p.size()));
      if (std::isfinite(kinetic)) scale = std::max(scale, std::abs(kinetic));
    }
  return limit_of(scale);
}

double momentum_round_off(const std::vector<Sample>& samples) {
  double scale = 0.0;
  for (const Sample& sample : samples) {
    const double lever = std::max(1.0, size_of(sample.state.q));
    scale = std::max({scale, size_of(sample.momenta), lever * size_of(sample.state.p)});
  }
  return limit_of(scale);
}

}  // namespace ricochet::cli
