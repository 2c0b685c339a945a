#pragma once

#include "cli/bench_summary.hpp"
#include "cli/work_precision.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// Everything a benchmark found.
struct BenchReport {
  std::string command = {};  ///< that makes it again
  BenchLimits limits = {};
  long jobs = 1;
  bool stopped = false;  ///< on request, before its end
  double wall_seconds = 0.0;
  std::vector<SuiteResult> suites = {};  ///< they point into rows
  Measurements rows = {};
  std::vector<WorkPrecision> precision = {};
};

/// A row per trial made; refusals are left to the notes.
[[nodiscard]] std::string bench_table(const Measurements& rows);
/// A row per method: success rate and mean time.
[[nodiscard]] std::string suite_table(const SuiteResult& result, double limit);
/// Why cases did not reach their end, and which methods cannot take which; empty if all is well.
[[nodiscard]] std::string bench_notes(const Measurements& rows);
/// Time per step of `ipopt` over that of `newton`, case by case; empty if one did not run.
[[nodiscard]] std::string bench_ratios(const Measurements& rows);
/// Every column, 17 digits, for scripts.
[[nodiscard]] std::string bench_csv(const BenchReport& report);
/// Error and cost by problem, method and step.
[[nodiscard]] std::string precision_csv(const std::vector<WorkPrecision>& results);
/// The same with machine, versions and every setting in force.
[[nodiscard]] std::string bench_json(const BenchReport& report);
/// A page: how it was made, on which machine, summaries with their pictures, all cases.
[[nodiscard]] std::string bench_page(const BenchReport& report);

// Names of the pictures, in the folder of the page.
[[nodiscard]] std::string profile_name(const Suite& suite);
[[nodiscard]] std::string scaling_name(const Suite& suite);
[[nodiscard]] std::string precision_name(const Suite& suite);

}  // namespace ricochet::cli
