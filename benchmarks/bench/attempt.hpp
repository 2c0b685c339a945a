#pragma once

#include "program/options/run_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

// Runs of a method on a problem; methods are given in the words of `--steppers`.

/// "gvi,newmark --newmark 0.25,0.5" as its methods: a comma separates unless a number follows.
/// Throws std::invalid_argument where a name is missing.
[[nodiscard]] std::vector<std::string> split_methods(const std::string& list);

/// The words in their order, each once.
[[nodiscard]] std::vector<std::string> without_repeats(const std::vector<std::string>& words);

/// The methods asked for, or all there are, each once.
[[nodiscard]] std::vector<std::string> methods_of(const Options& o);

/// Throws std::invalid_argument for words that are wrong whatever the problem is: no method, an
/// option that it lacks, a value that it does not take.
void refuse_method(const std::string& method);

/// The common options, completed by the words of a method: "gvi --energy numerical".
[[nodiscard]] Options with_method(const Options& common, const std::string& method);

/// A method on a problem: both built, and the plan of a run; or the reason why the method cannot
/// take the problem.
struct Attempt {
  std::optional<Built> built = {};
  std::optional<RunPlan> plan = {};
  std::string refusal = {};
};

// The caller refuses wrong words of the user beforehand. A refusal here means that this method
// cannot take this problem. It is a result of the attempt, not an error.

/// Problem and method only.
[[nodiscard]] Attempt attempt_to_build(const Options& o, const std::string& default_backend);
/// The plan of one run; it owns all that was built.
[[nodiscard]] Attempt attempt_to_plan(const Options& o, const std::string& default_backend);
/// The plan of one of several runs of a problem and method that are built already.
[[nodiscard]] Attempt attempt_to_plan(const Options& o, const Built& built);

}  // namespace ricochet::cli
