#pragma once

#include "bench/run.hpp"

#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace ricochet::support {

inline cli::BenchReport benchmark(
    const cli::BenchRequest& request, const std::vector<std::string>& problems,
    const std::function<bool()>& stop_requested = [] { return false; }) {
  std::vector<ProblemEntry> entries;
  for (const std::string& name : problems) entries.push_back(find_problem(name));
  cli::Console console(std::cout, std::cerr);
  return cli::run_bench(request, entries, console, stop_requested);
}

/// A suite of everything, in a few sizes.
inline cli::Suite everything_in(const std::vector<int>& sizes, const cli::BenchLimits& limits) {
  return {.name = "sizes",
          .has = [](const cli::Candidate&) { return true; },
          .sizes = sizes,
          .limits = limits};
}

inline cli::Measurement measured(cli::Trial trial, const cli::BenchLimits& limits) {
  trial.limits = limits;
  return cli::measure(trial, [] { return false; });
}

}  // namespace ricochet::support
