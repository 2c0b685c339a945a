#pragma once

#include "ricochet/measured_errors.hpp"
#include "ricochet/problem/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// The errors of the methods that fit a problem.
struct MeasuredProblem {
  std::string name = {};
  MeasuredErrors errors = {};
  std::vector<std::string> advice = {};  ///< methods, the first one first
  double h = 0.0;                        ///< [s]
  long steps = 0;                        ///< of size h
};

/// At most 100 steps of the problem's own size with its own rule.
[[nodiscard]] MeasuredProblem measured(const std::string& name, const Problem& problem);

/// One row per method, in Markdown; first what was measured. `ratio` is the error over that of the
/// best method, see MeasuredErrors::ratio.
[[nodiscard]] std::string error_table(const MeasuredProblem& problem);
/// A page of such tables, after a table of the first advice on each problem.
[[nodiscard]] std::string error_page(const std::vector<MeasuredProblem>& problems);

}  // namespace ricochet::cli
