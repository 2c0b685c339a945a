#pragma once

#include "bench/summary.hpp"
#include "bench/work_precision.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// Everything a benchmark found.
struct BenchReport {
  std::string command = {};  ///< that makes it again
  long jobs = 1;
  bool stopped = false;  ///< on request, before its end
  double wall_seconds = 0.0;
  std::vector<SuiteResult> suites = {};  ///< they point into rows
  Measurements rows = {};
  std::vector<WorkPrecision> precision = {};
};

/// A row per trial that the method takes; what was not measured is "-".
[[nodiscard]] std::string bench_table(const Measurements& rows);
/// A row per method: success rate and mean time.
[[nodiscard]] std::string suite_table(const SuiteResult& result);
/// What was reported of every case and what happens here; empty for suites without reported cases.
[[nodiscard]] std::string reported_lines(const SuiteResult& result);
/// Why cases failed, were cut or not tried, and which methods cannot take which; empty if all is
/// well.
[[nodiscard]] std::string bench_notes(const Measurements& rows);
/// Time per step of `ipopt` over that of `newton`, case by case; empty if one did not run.
[[nodiscard]] std::string bench_ratios(const Measurements& rows);
/// Every column, 17 digits, for scripts; what was not measured is empty.
[[nodiscard]] std::string bench_csv(const BenchReport& report);
/// Error and cost by problem, method and step.
[[nodiscard]] std::string precision_csv(const std::vector<WorkPrecision>& results);
/// The same with machine, versions and every setting in force.
[[nodiscard]] std::string bench_json(const BenchReport& report);
/// A page: how it was made, on which machine, summaries with their pictures, all cases.
[[nodiscard]] std::string bench_page(const BenchReport& report);

/// The name of the report of a trial, in the folder `runs`.
[[nodiscard]] std::string run_name(const Trial& trial);

// Names of the pictures, in the folder of the page.
[[nodiscard]] std::string profile_name(const Suite& suite);
[[nodiscard]] std::string scaling_name(const Suite& suite);
[[nodiscard]] std::string precision_name(const Suite& suite);

}  // namespace ricochet::cli
