#pragma once

#include "program/options/run_plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

// A method put to a problem, in the words of `--steppers`.

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

/// The plan of a run, or why the method cannot take the problem.
struct Attempt {
  std::optional<RunPlan> plan = {};
  std::string refusal = {};
};

/// What a user asked for wrongly is refused by the caller before: here a refusal is an answer.
[[nodiscard]] Attempt plan_attempt(const Options& o, const std::string& default_backend);

}  // namespace ricochet::cli
