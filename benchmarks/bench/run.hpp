#pragma once

#include "bench/report.hpp"
#include "program/console.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// What a benchmark is asked to do.
struct BenchRequest {
  std::vector<Suite> suites = {};          ///< with the limits of their cases
  std::vector<std::string> methods = {};   ///< with their options; "own": the problem's own method
  std::vector<std::string> backends = {};  ///< errors over cost are measured with the first one
  long jobs = 1;
  bool quiet = false;
};

/// Tries every method and backend on every case of the suites, once even if it is in several of
/// them, then with the largest of their limits, and measures error over cost on every problem of
/// its own size. A stop request leaves the cases done. The order of the rows, and everything in
/// them but times and cuts, is the same for any number of jobs.
[[nodiscard]] BenchReport run_bench(const BenchRequest& request,
                                    const std::vector<ProblemEntry>& problems, Console& console,
                                    const std::function<bool()>& stop_requested);

}  // namespace ricochet::cli
