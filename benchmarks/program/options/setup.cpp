#include "program/options/setup.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

// Limits of h as multiples of the system's time. With a shorter step positions move by less than
// their last digit, and momenta lose all digits; with a longer one h^2 leaves positions no digits.
constexpr double least_step = 1e-12, most_step = 1e6;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

const StructuralParameter* find_structural(const ProblemEntry& entry, const std::string& name) {
  for (const StructuralParameter& p : entry.structure)
    if (p.name == name) return &p;
  return nullptr;
}

int whole(const StructuralParameter& p, double value) {
  if (value != std::floor(value) || value < p.least || value > p.most)
    refuse("--set " + p.name + ": expected a whole number from " + std::to_string(p.least) +
           " to " + std::to_string(p.most) + ", not " + brief(value));
  return static_cast<int>(value);
}

/// Structural parameters among the assignments; the others are left in `rest`.
Structure structure_of(const ProblemEntry& entry, const Options& o,
                       std::vector<std::pair<std::string, double>>& rest) {
  Structure changes;
  for (const auto& [name, value] : o.set)
    if (const StructuralParameter* p = find_structural(entry, name))
      changes[name] = whole(*p, value);
    else
      rest.emplace_back(name, value);
  return changes;
}

void check_parameter_name(const ProblemEntry& entry, const System& system,
                          const std::string& name) {
  std::vector<std::string> names = system.parameter_names();
  for (const StructuralParameter& p : entry.structure) names.push_back(p.name);
  if (std::find(names.begin(), names.end(), name) == names.end())
    refuse("--set " + name + ": problem '" + entry.name + "' has no parameter '" + name + "'" +
           suggestion(name, names));
}

/// Refuses options that the method lacks, with the word that was typed.
void refuse_unfit(const SettingList& method, const StepperEntry& entry) {
  for (const auto& [key, value] : method) {
    const StepperOption& option = find_stepper_option(key);
    if (entry.takes(option.name)) continue;
    std::vector<std::string> others;
    for (const StepperEntry& other : all_steppers())
      if (other.has_option(option.name)) others.push_back(other.name);
    refuse(option.flag + ": stepper '" + entry.name +
           "' has no such option; these have it: " + join(others));
  }
}

/// The options asked for, and what the problem and the command decide where nothing is asked.
SettingList completed(SettingList method, const StepperEntry& entry, const Problem& problem,
                      const std::string& default_backend) {
  const auto put_if_new = [&](const std::string& key, const std::string& word) {
    if (!find(method, key)) put(method, key, word);
  };
  if (entry.has_option("backend")) put_if_new("backend", default_backend);
  if (entry.has_option("discretization")) put_if_new("lagrangian", problem.discretization.name());
  if (!entry.only_rule.empty()) put_if_new("lagrangian", entry.only_rule);
  return method;
}

/// What is not set is null in a report: the stepper's own default.
void add_method(const SettingList& method, SettingList& list) {
  for (const StepperOption& option : all_stepper_options()) {
    const SettingValue* chosen = find(method, option.key);
    list.emplace_back(option.key, chosen ? *chosen : SettingValue());
  }
}

}  // namespace

Setup make_setup(const Options& o) {
  if (o.operand.empty()) refuse("no problem is named; `ricochet list` shows them");
  const ProblemEntry& entry = find_problem(o.operand);
  std::vector<std::pair<std::string, double>> assignments;
  const Structure changes = structure_of(entry, o, assignments);
  Setup setup{.problem = entry.make(changes)};
  System& system = setup.problem.system;
  for (const auto& [name, value] : assignments) {
    check_parameter_name(entry, system, name);
    system = system.with(name, value);
  }
  setup.problem.initial = setup.problem.start(system);
  if (setup.problem.walls_for) setup.problem.walls = setup.problem.walls_for(system);

  setup.settings.options.emplace_back("problem", entry.name);
  for (const StructuralParameter& p : entry.structure)
    setup.settings.structure.emplace_back(
        p.name, static_cast<long>(changes.count(p.name) ? changes.at(p.name) : p.value));
  for (const std::string& name : system.parameter_names())
    setup.settings.parameters.emplace_back(name, system.parameter(name));
  return setup;
}

Discretization discretization(const Options& o, const Problem& problem) {
  const auto rule = o.word("lagrangian");
  return rule ? make_discretization(*rule) : problem.discretization;
}

std::unique_ptr<Stepper> make_stepper(const Options& o, Setup& setup,
                                      const std::string& default_backend) {
  const Problem& problem = setup.problem;
  const StepperEntry& entry = find_stepper(o.stepper.value_or(problem.stepper));
  refuse_unfit(o.method, entry);
  const SettingList method = completed(o.method, entry, problem, default_backend);
  StepperOptions options;
  for (const auto& [key, value] : method) {
    const StepperOption& option = find_stepper_option(key);
    option.set(options, value, option.flag);
  }
  setup.settings.options.emplace_back("stepper", entry.name);
  add_method(method, setup.settings.options);
  return entry.make(problem.system, options);
}

double step_size(const Options& o, Setup& setup) {
  const double h = o.h.value_or(setup.problem.h);
  const double time = setup.problem.system.specification().time;
  const Range range = Range::within(least_step * time, most_step * time);
  if (!range.contains(h)) refuse("the step size h must be " + range.text() + " s, not " + brief(h));
  setup.settings.options.emplace_back("h", h);
  return h;
}

}  // namespace ricochet::cli
