#pragma once

#include <cmath>
#include <functional>
#include <vector>

namespace ricochet::support {

struct OrderFit {
  double order = 0.0;               ///< least-squares slope of log error over log h
  int points = 0;                   ///< errors above the floor that entered the fit
  std::vector<double> errors = {};  ///< all of them, coarsest first
};

/// Measures error(h) = O(h^order) at h = coarsest, coarsest/2, ...; errors at or below `floor` are
/// round-off and do not count. A NaN error makes the order NaN.
inline OrderFit observed_order(const std::function<double(double h)>& error, double coarsest,
                               int halvings, double floor = 1e-11) {
  OrderFit fit;
  double h = coarsest;
  std::vector<double> levels, logs;
  for (int i = 0; i <= halvings; ++i, h *= 0.5) {
    fit.errors.push_back(error(h));
    if (fit.errors.back() <= floor) continue;
    levels.push_back(std::log2(h));
    logs.push_back(std::log2(fit.errors.back()));
  }
  fit.points = static_cast<int>(levels.size());
  double mean_level = 0.0, mean_log = 0.0, covariance = 0.0, variance = 0.0;
  for (size_t i = 0; i < levels.size(); ++i) {
    mean_level += levels[i] / fit.points;
    mean_log += logs[i] / fit.points;
  }
  for (size_t i = 0; i < levels.size(); ++i) {
    covariance += (levels[i] - mean_level) * (logs[i] - mean_log);
    variance += (levels[i] - mean_level) * (levels[i] - mean_level);
  }
  fit.order = covariance / variance;
  return fit;
}

}  // namespace ricochet::support
