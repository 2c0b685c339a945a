#include "program/options/setup.hpp"

#include "program/options/variants.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

// Of the system's time: a shorter step moves positions by less than they resolve, and momenta have
// no digits left; the square of a longer one leaves positions none.
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

/// The variants asked for; an unknown word is refused here, an unfit one by the stepper.
void take_variants(const Options& o, StepperOptions& options) {
  for (const Variant& v : all_variants())
    if (o.variants.count(v.name)) v.apply(o.variants.at(v.name), options);
  options.strict = o.strict;
  options.projection = o.projection;
  if (o.newmark) {
    if (o.newmark->size() != 2)
      refuse("--newmark: expected two numbers, beta and gamma, not " +
             std::to_string(o.newmark->size()));
    options.newmark = NewmarkParameters{.beta = o.newmark->front(), .gamma = o.newmark->back()};
  }
  if (o.max_events) {
    if (*o.max_events > std::numeric_limits<int>::max())
      refuse("--max-events: expected at most " + std::to_string(std::numeric_limits<int>::max()));
    options.max_events = static_cast<int>(*o.max_events);
  }
}

/// Refuses what the method lacks, under the word that was typed.
void refuse_unfit(const Options& o, const StepperEntry& entry) {
  const auto check = [&](bool given, const std::string& typed, const std::string& option) {
    if (!given || entry.has_option(option)) return;
    std::vector<std::string> others;
    for (const StepperEntry& other : all_steppers())
      if (other.has_option(option)) others.push_back(other.name);
    refuse(typed + ": stepper '" + entry.name +
           "' has no such option; these have it: " + join(others));
  };
  for (const auto& [name, word] : o.variants) {
    std::string option = name;
    std::replace(option.begin(), option.end(), '-', '_');
    check(true, "--" + name, option);
  }
  check(o.backend.has_value(), "--backend", "backend");
  check(o.lagrangian && entry.only_rule.empty(), "--lagrangian", "discretization");
  check(o.strict.has_value(), "--strict", "strict");
  check(o.projection.has_value(), "--no-projection", "projection");
  check(o.newmark.has_value(), "--newmark", "newmark");
  check(o.max_events.has_value(), "--max-events", "max_events");
}

// What is not set is null in a report: the stepper's own default.

template <class T>
SettingValue value_or_null(const std::optional<T>& value) {
  SettingValue setting;
  if (value) setting = *value;
  return setting;
}

void add_variants(const Options& o, SettingList& list) {
  for (const Variant& v : all_variants()) {
    list.emplace_back(v.name, std::monostate());
    if (o.variants.count(v.name)) list.back().second = o.variants.at(v.name);
  }
  list.emplace_back("strict", value_or_null(o.strict));
  list.emplace_back("projection", value_or_null(o.projection));
  list.emplace_back("newmark", value_or_null(o.newmark));
  list.emplace_back("max_events", value_or_null(o.max_events));
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
  return o.lagrangian ? make_discretization(*o.lagrangian) : problem.discretization;
}

std::unique_ptr<Stepper> make_stepper(const Options& o, Setup& setup,
                                      const std::string& default_backend) {
  const Problem& problem = setup.problem;
  const StepperEntry& entry = find_stepper(o.stepper.value_or(problem.stepper));
  refuse_unfit(o, entry);
  std::optional<std::string> backend = o.backend, lagrangian = o.lagrangian;
  if (!backend && entry.has_option("backend")) backend = default_backend;
  if (!lagrangian && entry.has_option("discretization")) lagrangian = problem.discretization.name();
  if (!lagrangian && !entry.only_rule.empty()) lagrangian = entry.only_rule;

  StepperOptions options;
  if (lagrangian) options.discretization = make_discretization(*lagrangian);
  if (backend) options.backend = make_backend(*backend);
  take_variants(o, options);

  SettingList& list = setup.settings.options;
  list.emplace_back("stepper", entry.name);
  list.emplace_back("lagrangian", value_or_null(lagrangian));
  list.emplace_back("backend", value_or_null(backend));
  add_variants(o, list);
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
