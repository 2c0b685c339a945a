#pragma once

#include "program/console.hpp"
#include "program/options/options.hpp"
#include "program/record/problem_run.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// A method on a problem: its run, or the reason why it cannot take the problem.
struct Contender {
  std::string words = {};    ///< as asked for: "gvi --energy numerical"
  std::string refusal = {};  ///< why there is no run
  std::optional<ProblemRun> run = {};
  double wall_seconds = 0.0;  ///< of the run
  bool logs_impacts = false;  ///< the method lists impacts
  int claimed = 0;            ///< order claimed for motion that starts like this one; 0: none
  // Observed orders of positions, from steps h, h/2, h/4 and h/8 over the first part of the run;
  // NaN if a run failed, or where the differences show no order.
  double order = std::numeric_limits<double>::quiet_NaN();  ///< before the first contact
  double order_through_impacts = std::numeric_limits<double>::quiet_NaN();  ///< and after it

  [[nodiscard]] bool ran() const { return run.has_value(); }
  /// There are errors to judge.
  [[nodiscard]] bool stepped() const { return ran() && run->summary.steps > 0; }
};

using Comparison = std::vector<Contender>;

/// Refuses input that is wrong for every method (names, values, the start), and methods with words
/// that are wrong for every problem.
void refuse_comparison(const Options& o, const std::vector<std::string>& methods);

/// Runs the problem of the options under every method. A method that cannot take the problem is
/// kept with its reason. A stop request ends it early.
[[nodiscard]] Comparison compare_methods(const Options& o, const std::vector<std::string>& methods,
                                         Console& console,
                                         const std::function<bool()>& stop_requested);

}  // namespace ricochet::cli
