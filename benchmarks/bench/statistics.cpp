#include "bench/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::cli {

double shifted_geometric_mean(const std::vector<double>& x, double shift) {
  if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0.0;
  for (const double value : x) sum += std::log(value + shift);
  return std::exp(sum / static_cast<double>(x.size())) - shift;
}

std::vector<Profile> performance_profiles(const std::vector<std::vector<double>>& costs) {
  if (costs.empty()) return {};
  std::vector<Profile> profiles(costs.front().size());
  for (const std::vector<double>& row : costs) {
    const double best = *std::min_element(row.begin(), row.end());
    for (size_t j = 0; j < row.size(); ++j)
      if (std::isfinite(row[j])) profiles[j].tau.push_back(row[j] / best);
  }
  const auto cases = static_cast<double>(costs.size());
  for (Profile& profile : profiles) {
    std::sort(profile.tau.begin(), profile.tau.end());
    for (size_t i = 0; i < profile.tau.size(); ++i)
      profile.fraction.push_back(static_cast<double>(i + 1) / cases);
  }
  return profiles;
}

}  // namespace ricochet::cli
