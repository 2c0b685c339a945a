#pragma once

#include <vector>

namespace ricochet::cli {

/// exp(mean log(x + shift)) - shift: small numbers count by their difference, large ones by their
/// ratio; NaN of nothing.
[[nodiscard]] double shifted_geometric_mean(const std::vector<double>& x, double shift);

/// Performance profile of a competitor, Dolan and More (2002): the fraction of cases it solves at
/// no more than tau times the cost of the best. The steps of this function of tau.
struct Profile {
  std::vector<double> tau = {}, fraction = {};
};

/// costs[i][j]: of case i by competitor j, > 0; infinity where it is not solved. Cases that nobody
/// solves count as cases. One profile per competitor.
[[nodiscard]] std::vector<Profile> performance_profiles(
    const std::vector<std::vector<double>>& costs);

}  // namespace ricochet::cli
