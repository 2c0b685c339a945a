#pragma once

#include "bench/report.hpp"
#include "draw/chart.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// Draws methods with one style each, in the order in which they were asked for.
class BenchCharts {
 public:
  explicit BenchCharts(const BenchReport& report);

  /// Performance profiles of a suite's competitors over its cases; no diagram unless two of
  /// them have cases.
  [[nodiscard]] Chart profiles(const SuiteResult& result) const;
  /// Time per step over the size n, a diagram per problem that comes in several sizes.
  [[nodiscard]] Chart scaling(const SuiteResult& result) const;
  /// Error over cost, a diagram per problem of the suite.
  [[nodiscard]] Chart precision(const SuiteResult& result) const;

 private:
  [[nodiscard]] size_t style_of(const std::string& competitor) const;

  const BenchReport& report_;
  std::vector<std::string> competitors_;
  bool several_backends_ = false;
};

/// "gvi", or "gvi, ipopt" where backends are compared.
[[nodiscard]] std::string competitor_name(const std::string& method, const std::string& backend,
                                          bool several_backends);
[[nodiscard]] bool several_backends(const Measurements& rows);

}  // namespace ricochet::cli
