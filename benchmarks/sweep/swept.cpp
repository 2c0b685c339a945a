#include "sweep/swept.hpp"

#include "program/options/values.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

const StructuralParameter* find_structural(const ProblemEntry& entry, const std::string& name) {
  for (const StructuralParameter& p : entry.structure)
    if (p.name == name) return &p;
  return nullptr;
}

const Parameter* find_parameter(const System& system, const std::string& name) {
  for (const Parameter& p : system.specification().parameters)
    if (p.name == name) return &p;
  return nullptr;
}

/// By its flag without dashes, or by its key.
const StepperOption* find_method_option(const std::string& name) {
  for (const StepperOption& option : all_stepper_options())
    if (option.flag == "--" + name || option.key == name) return &option;
  return nullptr;
}

bool is_number(const StepperOption& option) {
  return option.notation == Notation::number || option.notation == Notation::count;
}

std::string method_of(const SweptProblem& of) {
  return of.options.stepper.value_or(of.setup.problem.stepper);
}

std::vector<std::string> candidates(const SweptProblem& of) {
  std::vector<std::string> names = of.setup.problem.system.parameter_names();
  for (const StructuralParameter& p : of.entry.structure) names.push_back(p.name);
  names.emplace_back("h");
  const StepperEntry& stepper = find_stepper(method_of(of));
  for (const StepperOption& option : all_stepper_options())
    if (is_number(option) && stepper.takes(option.name)) names.push_back(option.flag.substr(2));
  for (const char* start : {"start.q0", "start.p0", "start.v0"}) names.emplace_back(start);
  return names;
}

/// "start.q1"
Swept start_component(const SweptProblem& of, const std::string& called, const std::string& name) {
  const std::string rest = name.substr(std::string("start.").size());
  const Index n = of.setup.problem.system.n();
  const std::string last = std::to_string(n - 1);
  const std::string expected = called + ": expected start.q0 to start.q" + last +
                               ", or p or v for " + "q: '" + of.entry.name + "' has " +
                               std::to_string(n) + " coordinates";
  const bool digits = rest.size() > 1 && rest.size() < 9 &&
                      std::all_of(rest.begin() + 1, rest.end(),
                                  [](unsigned char c) { return std::isdigit(c) != 0; });
  const size_t letter = rest.empty() ? std::string::npos : std::string("qpv").find(rest.front());
  if (!digits || letter == std::string::npos) refuse(expected);
  constexpr Place places[] = {Place::start_q, Place::start_p, Place::start_v};
  Swept swept{.name = name, .place = places[letter], .component = std::stol(rest.substr(1))};
  if (swept.component >= n) refuse(expected);
  return swept;
}

Swept method_number(const SweptProblem& of, const std::string& called, const std::string& name,
                    const StepperOption& option) {
  if (!is_number(option))
    refuse(called + ": " + option.flag + " is no single number; make a sweep for each choice");
  if (!find_stepper(method_of(of)).takes(option.name))
    refuse(called + ": stepper '" + method_of(of) + "' has no option " + option.flag);
  if (find(of.options.method, option.key))
    refuse(called + ": the sweep gives it values, and " + option.flag +
           " another one; leave one of them out");
  return {.name = name, .place = Place::method, .key = option.key};
}

void refuse_set_twice(const SweptProblem& of, const std::string& called, const std::string& name) {
  for (const auto& [set, value] : of.options.set)
    if (set == name)
      refuse(called + ": the sweep gives it values, and --set " + name + "=" + brief(value) +
             " another one; leave one of them out");
  if (name == "h" && of.options.h)
    refuse(called + ": the sweep gives it values, and --h another one; leave one of them out");
}

void refuse_random_rebuilding(const std::string& option, const Swept& swept) {
  if (option == "--random" && swept.rebuilds())
    refuse("--random " + swept.name +
           ": a stepper would be built for every sample; give its values by --grid " + swept.name +
           "=A,B,..");
}

void check_value(const SweptProblem& of, const Swept& swept, const std::string& called,
                 double value) {
  if (swept.place == Place::parameter) {
    const Parameter* p = find_parameter(of.setup.problem.system, swept.name);
    if (p && !p->range.contains(value))
      refuse(called + ": must be " + p->range.expected_of(value) + ", not " + brief(value));
  } else if (swept.place == Place::step_size) {
    Setup setup{.problem = of.setup.problem};
    Options o;
    o.h = value;
    try {
      (void)step_size(o, setup);
    } catch (const std::invalid_argument& refused) {
      refuse(called + ": " + refused.what());
    }
  } else if (swept.place == Place::structure) {
    const StructuralParameter* p = find_structural(of.entry, swept.name);
    if (value != std::floor(value) || value < p->least || value > p->most)
      refuse(called + ": expected whole numbers from " + std::to_string(p->least) + " to " +
             std::to_string(p->most) + ", not " + brief(value));
  } else if (swept.place == Place::method) {
    StepperOptions checked;
    const StepperOption& option = find_stepper_option(swept.key);
    if (option.notation == Notation::count && value != std::floor(value))
      refuse(called + ": expected whole numbers, not " + brief(value));
    option.set(checked, method_value(swept, value), called);
  }
}

}  // namespace

SettingValue method_value(const Swept& swept, double value) {
  const bool whole = find_stepper_option(swept.key).notation == Notation::count;
  return whole ? SettingValue(static_cast<long>(value)) : SettingValue(value);
}

Swept find_swept(const SweptProblem& of, const std::string& option, const std::string& name) {
  const std::string called = option + " " + name;
  refuse_set_twice(of, called, name);
  Swept swept{.name = name};
  if (find_parameter(of.setup.problem.system, name))
    swept.place = Place::parameter;
  else if (find_structural(of.entry, name))
    swept.place = Place::structure;
  else if (name == "h")
    swept.place = Place::step_size;
  else if (name.rfind("start.", 0) == 0)
    swept = start_component(of, called, name);
  else if (const StepperOption* numeric = find_method_option(name))
    swept = method_number(of, called, name, *numeric);
  else
    refuse(called + ": problem '" + of.entry.name + "' under '" + method_of(of) +
           "' has nothing of that name" + suggestion(name, candidates(of)));
  refuse_random_rebuilding(option, swept);
  return swept;
}

void check_values(const SweptProblem& of, const Swept& swept, const GridAxis& axis) {
  if (swept.place == Place::step_size || swept.place == Place::parameter) {  // intervals
    const auto [least, most] = std::minmax_element(axis.values.begin(), axis.values.end());
    for (const double value : {*least, *most}) check_value(of, swept, "--grid " + axis.name, value);
    return;
  }
  for (const double value : axis.values) check_value(of, swept, "--grid " + axis.name, value);
}

/// A normal distribution has no ends: members out of range are rows with their status.
void check_values(const SweptProblem& of, const Swept& swept, const RandomAxis& axis) {
  if (axis.distribution == Distribution::normal) return;
  for (const double end : {axis.a, axis.b}) check_value(of, swept, "--random " + axis.name, end);
}

}  // namespace ricochet::cli
