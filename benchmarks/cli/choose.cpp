#include "cli/command.hpp"
#include "cli/refusals.hpp"
#include "cli/setup.hpp"
#include "ricochet/advice.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace ricochet::cli {
namespace {

constexpr size_t most_advice = 2;  // the third line says what does not fit

/// What does not fit, in one line.
std::string unfit(const System& system) {
  Refusals refusals;
  for (const StepperEntry& entry : all_steppers())
    if (const std::string reason = entry.why_not(system); !reason.empty())
      refusals.emplace_back(entry.name, reason);
  return refusals.empty() ? "every method can take it"
                          : "cannot take it: " + join(lines_of(refusals), "; ");
}

int choose(const Options& o, Console& console) {
  const Setup setup = make_setup(o);
  const Problem& problem = setup.problem;
  const std::vector<Advice> advice = advise(problem.system, problem.initial);
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(most_advice, advice.size()); ++i) {
    console.out << fmt::format("{}: {}\n", advice[i].stepper, advice[i].why);
    names.push_back(advice[i].stepper);
  }
  console.out << unfit(problem.system) << '\n';
  if (names.empty()) {
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
