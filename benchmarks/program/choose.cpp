#include "program/command.hpp"
#include "program/options/refusals.hpp"
#include "program/options/setup.hpp"
#include "ricochet/advice.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace ricochet::cli {
namespace {

constexpr size_t most_advice = 2;  // the third line says what does not fit

/// "collision --slow-impact restitution": as `run --stepper` and `compare --steppers` take it.
std::string called(const Advice& advice) {
  return advice.flags.empty() ? advice.stepper : advice.stepper + " " + advice.flags;
}

/// What does not fit and what cannot take the problem, in one line.
std::string the_others(const Problem& problem) {
  Refusals unfits, refusals;
  for (const Advice& advice : unfit(problem.system, problem.initial))
    unfits.emplace_back(advice.stepper, advice.why);
  for (const StepperEntry& entry : all_steppers())
    if (const std::string reason = entry.why_not(problem.system); !reason.empty())
      refusals.emplace_back(entry.name, reason);
  std::vector<std::string> parts;
  if (!unfits.empty())
    parts.push_back("can take it but do not fit: " + join(lines_of(unfits), "; "));
  if (!refusals.empty()) parts.push_back("cannot take it: " + join(lines_of(refusals), "; "));
  return parts.empty() ? "every method can take it" : join(parts, ". ");
}

int choose(const Options& o, Console& console) {
  const Setup setup = make_setup(o);
  const Problem& problem = setup.problem;
  const std::vector<Advice> advice = advise(problem.system, problem.initial);
  for (size_t i = 0; i < std::min(most_advice, advice.size()); ++i)
    console.out << fmt::format("{}: {}\n", called(advice[i]), advice[i].why);
  console.out << the_others(problem) << '\n';
  if (advice.empty()) {
    console.error("no method can take '" + o.operand + "' with these parameters");
    return exit_code::wrong_use;
  }
  return exit_code::done;
}

}  // namespace

Command choose_command() {
  return {.name = "choose",
          .summary = "which methods fit a problem, and why",
          .operand = "PROBLEM",
          .takes = Operand::required,
          .options = system_options(),
          .examples = {"choose cradle", "choose wedge --set friction=0.3"},
          .run = choose};
}

}  // namespace ricochet::cli
