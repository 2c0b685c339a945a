#pragma once

#include "bench/measurement.hpp"
#include "bench/statistics.hpp"

#include <limits>
#include <string>
#include <vector>

namespace ricochet::cli {

/// Shift of the mean times of a case: times far below it are as good as nothing [s].
inline constexpr double time_shift = 1e-3;

/// What a method with a backend made of the cases of a suite.
struct Competitor {
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

  std::string method = {}, backend = {};
  long cases = 0, refused = 0, done = 0, cut = 0, not_tried = 0, failed = 0;
  // NaN: of nothing.
  double certificate_max = unknown;  ///< of all certified steps [m]
  double violation = unknown;        ///< worst of them: penetration or equality error [m]
  double median_band = unknown;      ///< of the cases solved: largest minus smallest energy [J]
  double mean_time = unknown;        ///< shifted geometric mean over the cases it takes [s]

  [[nodiscard]] long taken() const { return cases - refused; }
};

/// What users of another engine reported about a case, and the problem's own method, which shows
/// what happens here.
struct ReportedCase {
  BenchCase problem = {};
  std::string reported = {}, method = {};
};

/// The rows of a suite: those of its cases that were made.
struct SuiteResult {
  Suite suite = {};
  std::vector<const Measurement*> rows = {};
  std::vector<ReportedCase> told = {};  ///< only of suites of reported problems
};

/// Time of all steps wanted, at the mean of those made; infinity if the case was not solved [s].
[[nodiscard]] double cost(const Measurement& row);

/// In order of first appearance. A case that is taken and not solved counts as its limit of time.
[[nodiscard]] std::vector<Competitor> competitors(const SuiteResult& result);

/// Costs of the cases that at least one competitor takes, as performance_profiles() wants them.
[[nodiscard]] std::vector<std::vector<double>> costs(const SuiteResult& result,
                                                     const std::vector<Competitor>& competitors);

}  // namespace ricochet::cli
