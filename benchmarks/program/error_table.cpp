#include "program/error_table.hpp"

#include "program/text_table.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

constexpr long most_steps = 100;

std::string metres(double error) {
  return std::isfinite(error) ? fmt::format("{:.1e}", error) : "-";
}

std::string times(double ratio) {
  return std::isfinite(ratio) && ratio > 0.0 ? fmt::format("{:.2g}", ratio) : "-";
}

/// Its place in the advice, and what keeps its errors from being judged.
std::string note(const MeasuredProblem& p, const MethodErrors& method) {
  std::vector<std::string> parts;
  const auto place = std::find(p.advice.begin(), p.advice.end(), method.method.stepper);
  if (place != p.advice.end())
    parts.push_back("advice " + std::to_string(place - p.advice.begin() + 1));
  if (!method.failure.empty())
    parts.emplace_back("a run ended early");
  else if (!method.same_motion)
    parts.emplace_back("another motion");
  return join(parts, ", ");
}

std::string ratio_of(const MeasuredProblem& p, const MethodErrors& method) {
  const MethodErrors* best = p.errors.best();
  return best == nullptr || !p.errors.tells() || !method.same_motion
             ? "-"
             : times(p.errors.ratio(method, *best));
}

std::string called(const Advice& method) {
  return method.flags.empty() ? method.stepper : method.stepper + " " + method.flags;
}

/// What is equally good is no better.
std::vector<std::string> summary_row(const MeasuredProblem& p, const MethodErrors& first,
                                     const MethodErrors& best) {
  const bool equal = p.errors.ratio(first, best) <= 1.0;
  const MethodErrors& shown = equal ? first : best;
  return {p.name,
          std::to_string(p.errors.impacts()),
          called(first.method),
          metres(first.errors[0]),
          equal ? "the same" : shown.method.stepper,
          metres(shown.errors[0]),
          ratio_of(p, first)};
}

}  // namespace

MeasuredProblem measured(const std::string& name, const Problem& problem) {
  MeasuredProblem made{
      .name = name, .h = problem.h, .steps = std::min(most_steps, problem.steps())};
  made.errors =
      measure_errors(problem.system, problem.initial,
                     {.h = made.h, .steps = made.steps, .discretization = problem.discretization});
  for (const Advice& advice : advise(problem.system, problem.initial))
    made.advice.push_back(advice.stepper);
  return made;
}

std::string error_table(const MeasuredProblem& p) {
  if (p.errors.reference.empty()) return "no method reached the end with h / 53\n";
  std::string text = fmt::format(
      "mean distance [m] over {} steps of h = {} s from {} with h / 53, whose own error is below "
      "{}; the way is {} m; impacts: {}\n\n",
      p.steps, brief(p.h), p.errors.reference, metres(p.errors.uncertainty), brief(p.errors.way),
      p.errors.impacts());
  TextTable table({"method", "h", "h / 3", "h / 11", "ratio", "note"}, "<>>>><");
  for (const MethodErrors& method : p.errors.methods)
    table.add({called(method.method), metres(method.errors[0]), metres(method.errors[1]),
               metres(method.errors[2]), ratio_of(p, method), note(p, method)});
  return text + table.text();
}

std::string error_page(const std::vector<MeasuredProblem>& problems) {
  TextTable summary(
      {"problem", "impacts", "first advice", "error [m]", "best", "error [m]", "ratio"}, "<><><>>");
  for (const MeasuredProblem& p : problems) {
    const MethodErrors* first = p.advice.empty() ? nullptr : p.errors.find(p.advice.front());
    const MethodErrors* best = p.errors.best();
    if (first == nullptr || best == nullptr || !p.errors.tells())
      summary.add({p.name, "-", p.advice.empty() ? "-" : p.advice.front(), "-", "-", "-", "-"});
    else
      summary.add(summary_row(p, *first, *best));
  }
  std::string text =
      "# Advice against measured errors\n\n"
      "Made by `ricochet choose all --measure`. Errors are those of the problem's own step; the "
      "ratio is a mean\nover h, h / 3 and h / 11, in which errors below 2.5e-4 of the way and the "
      "uncertainty of the reference count as equal.\nThere is none where the reference is not "
      "certain to a tenth of the way. Without impacts in the run the ratio says\nnothing of "
      "them.\n\n" +
      summary.text();
  for (const MeasuredProblem& p : problems) text += "\n## " + p.name + "\n\n" + error_table(p);
  return text;
}

}  // namespace ricochet::cli
