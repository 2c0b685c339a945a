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

/// What came of putting a method to a problem: problem and method, built, and the plan of a run; or
/// why the method cannot take the problem.
struct Attempt {
  std::optional<Built> built = {};
  std::optional<RunPlan> plan = {};
  std::string refusal = {};
};

// What a user asks for wrongly is refused by the caller before. Whatever is refused here is an
// answer of the attempt: this method cannot take this problem.

/// Problem and method only.
[[nodiscard]] Attempt attempt_to_build(const Options& o, const std::string& default_backend);
/// The plan of one run; nothing stays built beside it.
[[nodiscard]] Attempt attempt_to_plan(const Options& o, const std::string& default_backend);
/// The plan of one of several runs with what is built.
[[nodiscard]] Attempt attempt_to_plan(const Options& o, const Built& built);

}  // namespace ricochet::cli
