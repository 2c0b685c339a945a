#include "program/command.hpp"
#include "program/error_table.hpp"
#include "program/options/refusals.hpp"
#include "program/options/setup.hpp"
#include "program/progress_line.hpp"
#include "ricochet/advice.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

constexpr size_t most_advice = 2;  // what fits best; another line says what does not fit
constexpr const char* for_long_runs = "shadow";  // named wherever it fits

std::vector<std::string> problems_and_all() {
  std::vector<std::string> words = problem_names();
  words.emplace_back("all");
  return words;
}

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

/// Every problem of the registry, a page in Markdown.
void measure_all(const Options& o, Console& console) {
  std::vector<MeasuredProblem> all;
  for (const std::string& name : problem_names()) {
    const Notice measuring(console, o.quiet, "measuring " + name + " ...");
    Options one = o;
    one.operand = name;
    all.push_back(measured(name, make_setup(one).problem));
  }
  console.out << error_page(all);
}

void print_advice(const Problem& problem, const std::vector<Advice>& advice, Console& console) {
  for (size_t i = 0; i < advice.size(); ++i)
    if (i < most_advice || advice[i].stepper == for_long_runs)
      console.out << fmt::format("{}: {}\n", called(advice[i]), advice[i].why);
  console.out << the_others(problem) << '\n';
}

int choose(const Options& o, Console& console) {
  if (o.operand == "all") {
    if (!o.measure) throw std::invalid_argument("choose all: it needs --measure");
    measure_all(o, console);
    return exit_code::done;
  }
  const Setup setup = make_setup(o);
  const Problem& problem = setup.problem;
  const std::vector<Advice> advice = advise(problem.system, problem.initial);
  print_advice(problem, advice, console);
  if (advice.empty()) {
    console.error("no method can take '" + o.operand + "' with these parameters");
    return exit_code::wrong_use;
  }
  if (o.measure) console.out << '\n' << error_table(measured(o.operand, problem));
  return exit_code::done;
}

}  // namespace

Command choose_command() {
  return {
      .name = "choose",
      .summary = "which methods fit a problem, and why",
      .operand = "PROBLEM|all",
      .takes = Operand::required,
      .about = "a problem, see `ricochet list`; all with --measure",
      .words = problems_and_all,
      .options = joined({system_options(), {measure_option()}}),
      .examples = {"choose cradle", "choose wedge --set friction=0.3", "choose disc-box --measure"},
      .run = choose};
}

}  // namespace ricochet::cli
